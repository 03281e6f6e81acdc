/** The platform's own facilities, where a caller gives none. */
export const systemClock = { now: (): number => Date.now() };

/** A one-shot timer that does not keep the process alive. */
export function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}
