import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src/', import.meta.url));

function sources(): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/** The files of `src` that each file imports, types too: `import … from`, `export … from`, `import()`. */
function imports(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, text] of files) {
    const paths = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g)].map((match) => match[1] as string);
    const target = (path: string) => normalize(join(dirname(name), path));
    const file = (path: string) => ['', '.ts', '.tsx'].map((end) => target(path) + end).find((each) => files.has(each));
    found.set(name, paths.map(file).filter((each) => each !== undefined));
  }
  return found;
}

/** A way through the imports that ends where it began; null where there is none. */
function circle(graph: ReadonlyMap<string, string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (name: string, way: string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    done.add(name);
    for (const next of graph.get(name) ?? []) {
      const found = visit(next, [...way, name]);
      if (found !== null) return found;
    }
    return null;
  };
  for (const name of graph.keys()) {
    const found = visit(name, []);
    if (found !== null) return found;
  }
  return null;
}

describe('the house', () => {
  it('has no circle of imports', () => {
    const graph = imports(sources());
    expect([...graph.values()].flat().length).toBeGreaterThan(100);
    expect(graph.get('searching.ts')).toContain('state.ts');
    expect(circle(graph)).toBeNull();
  });

  it('would find one', () => {
    const files = new Map([['a.ts', "import { b } from './view/b';"], ['view/b.tsx', "import type { C } from\n  '../c';"], ['c.ts', "await import('./a')"]]);
    expect(circle(imports(files))).toEqual(['a.ts', 'view/b.tsx', 'c.ts', 'a.ts']);
  });

  it('changes the state in one place: views call methods', () => {
    for (const [name, text] of sources())
      if (name.startsWith('view/')) expect(text, name).not.toMatch(/\bapp\.(set\(|state\s*=)|\bdesk\b\./);
  });
});
