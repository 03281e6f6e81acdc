/** Milliseconds since 1970. A lock's age is told by it; nothing that is written depends on it. */
export function wallClock(): number {
  return Date.now();
}
