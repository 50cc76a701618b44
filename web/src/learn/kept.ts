// What is kept of learning in the browser's store. Like all that comes from there it may be anything, and is checked.

import { LESSONS } from './lessons';

/** The ids of lessons that have been solved; what is no lesson is left out. */
export function readLearnt(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  return LESSONS.map((lesson) => lesson.id).filter((id) => stored.includes(id));
}
