// The names of rule sets: what the engine calls them, taken apart and in words.

import { english } from './english';
import type { Key, Translate } from './i18n';

/** `veletas-7` is family `veletas`, size 7; the names without a number have the full board. */
export function familyOf(variant: string): { family: string; size: string } {
  const match = /^(.*?)(?:-(\d+))?$/.exec(variant);
  return { family: match?.[1] ?? variant, size: match?.[2] ?? '10' };
}

export function variantOf(family: string, size: string): string {
  return size === '10' ? family : `${family}-${size}`;
}

export function rulesName(t: Translate, variant: string): string {
  const { family, size } = familyOf(variant);
  const key = `rules.${family}`;
  return `${key in english ? t(key as Key) : family}, ${size} × ${size}`;
}
