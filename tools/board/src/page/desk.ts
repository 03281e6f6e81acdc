import type { DeskSocket, OrdersClient } from '@tidemark/orders-client';
import { appendLine, element, failureText, field } from './elements.ts';

/** The socket: sign in, follow everything, ask and move orders on. */
export function setUpDesk(client: OrdersClient, token: string): void {
  const button = element('open-desk', HTMLButtonElement);
  const state = element('desk-state', HTMLSpanElement);
  const log = element('messages', HTMLOListElement);
  let desk: DeskSocket | undefined;

  const open = async (): Promise<void> => {
    const socket = client.desk({
      onChallenge: ({ challenge }) => ({ type: 'sign-in', v: 1, challenge, token }),
      onState: ({ status }) => (state.textContent = status),
    });
    desk = socket;
    await socket.opened;
    socket.send({ type: 'follow', v: 1, scope: { kind: 'everything' } });
    for await (const message of socket) appendLine(log, JSON.stringify(message));
  };

  button.addEventListener('click', () => {
    if (desk !== undefined) return desk.close();
    button.setAttribute('aria-pressed', 'true');
    button.textContent = 'Close the desk';
    void open()
      .catch((error: unknown) => appendLine(log, failureText(error)))
      .finally(() => {
        desk = undefined;
        button.setAttribute('aria-pressed', 'false');
        button.textContent = 'Open the desk';
      });
  });
  element('desk', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const asks = (event.submitter as HTMLButtonElement | null)?.value === 'get';
    const reply =
      desk === undefined
        ? Promise.reject(new Error('Open the desk first.'))
        : ask(desk, asks, new FormData(event.target as HTMLFormElement));
    void reply.then(
      (message) => appendLine(log, JSON.stringify(message)),
      (error: unknown) => appendLine(log, failureText(error)),
    );
  });
}

function ask(desk: DeskSocket, asks: boolean, form: FormData): Promise<object> {
  const orderId = field(form, 'orderId');
  if (asks) return desk.request({ type: 'get-order', v: 1, orderId });
  const status = field(form, 'status') as 'packed' | 'shipped' | 'cancelled';
  return desk.request({ type: 'set-status', v: 1, orderId, ifRevision: null, status });
}
