/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Resolves when something has come about that tells nobody; the test's own time-out is its bound. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}
