import type { WakeUps } from './options.ts';

interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}
interface Page {
  readonly document?: EventSource & { readonly visibilityState: string };
  readonly addEventListener?: EventSource['addEventListener'];
}

/** `online` of the window and `visibilitychange` of the document, where there is a page; nothing elsewhere. */
export const pageWakeUps: WakeUps = (listener) => {
  const page = globalThis as unknown as Page & EventSource;
  const { document } = page;
  if (document === undefined || page.addEventListener === undefined) return () => undefined;
  const visible = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  page.addEventListener('online', listener);
  document.addEventListener('visibilitychange', visible);
  return () => {
    page.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', visible);
  };
};
