/** A one-shot timer of the platform, which does not keep the process alive; gives the function that cancels it. */
export function startTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
}
