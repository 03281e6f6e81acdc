import type { OrdersClient } from '@tidemark/orders-client';
import { appendLine, element, failureText } from './elements.ts';

/** The stream: watch, cut and resume. The position is kept here, so that a cut loses and repeats nothing. */
export function setUpWatch(client: OrdersClient): void {
  const button = element('watch', HTMLButtonElement);
  const cut = element('cut', HTMLButtonElement);
  const state = element('watch-state', HTMLSpanElement);
  const log = element('events', HTMLOListElement);
  let position: string | undefined;
  let abort: AbortController | undefined;

  const run = async (signal: AbortSignal): Promise<void> => {
    const start = position === undefined ? {} : { lastEventId: position };
    const stream = client.watchOrders({ ...start, signal, onState: ({ status }) => (state.textContent = status) });
    for await (const event of stream) {
      appendLine(log, `${event.event} ${JSON.stringify(event.data)}`);
      if (event.id !== undefined) position = event.id;
      element('position', HTMLElement).textContent = position ?? 'nowhere';
    }
  };
  const toggle = (watching: boolean): void => {
    button.setAttribute('aria-pressed', String(watching));
    button.textContent = watching ? 'Watching' : position === undefined ? 'Watch' : 'Resume';
    const focused = document.activeElement === (watching ? button : cut);
    button.disabled = watching;
    cut.disabled = !watching;
    // A disabled button loses the keyboard's place.
    if (focused) (watching ? cut : button).focus();
  };

  button.addEventListener('click', () => {
    abort = new AbortController();
    const { signal } = abort;
    toggle(true);
    void run(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) appendLine(log, failureText(error));
      })
      .finally(() => toggle(false));
  });
  cut.addEventListener('click', () => abort?.abort());
}
