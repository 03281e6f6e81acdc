/** Milliseconds since 1970. */
export const wallClock = { now: (): number => Date.now() };

/** Milliseconds that only ever grow. */
export const monotonicClock = { now: (): number => performance.now() };

/** A one-shot timer that does not keep the process alive; gives the function that cancels it. */
export function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}

/** Whether it settles within this time; what it rejects with counts as settling. */
export async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
