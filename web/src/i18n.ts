// What the page says, in the reader's language.

import { english } from './english';
import type { Key } from './english';
import { spanish } from './spanish';

export type Language = 'en' | 'es';
export type { Key } from './english';
export type Words = Record<string, string | number>;
export type Translate = (key: Key, words?: Words) => string;

export const LANGUAGES: readonly [Language, string][] = [
  ['en', 'English'],
  ['es', 'Español'],
];

const TEXTS: Record<Language, Record<Key, string>> = { en: english, es: spanish };

export function translator(language: Language): Translate {
  const texts = TEXTS[language];
  return (key, words = {}) => texts[key].replace(/\{(\w+)\}/g, (all, name: string) => String(words[name] ?? all));
}

/** The first of the reader's languages that the page speaks. */
export function preferred(languages: readonly string[]): Language {
  for (const language of languages) {
    const found = LANGUAGES.find(([code]) => language.toLowerCase().split('-')[0] === code);
    if (found !== undefined) return found[0];
  }
  return 'en';
}
