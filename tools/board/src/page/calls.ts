import type { NewOrder, OrdersClient } from '@tidemark/orders-client';
import { element, failureText, field, fillOrderIds } from './elements.ts';

/** The operations: place, read and list orders. */
export function setUpCalls(client: OrdersClient): void {
  const answer = element('answer', HTMLPreElement);
  const show = async (call: Promise<unknown>): Promise<void> => {
    answer.textContent = 'Waiting…';
    answer.textContent = await call.then((value) => JSON.stringify(value, null, 2), failureText);
  };
  element('place', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const body = orderOf(new FormData(event.target as HTMLFormElement));
    const placed = client.placeOrder({ 'idempotency-key': crypto.randomUUID(), body });
    void show(placed);
    placed.then(
      ({ body: order }) => fillOrderIds(order.orderId),
      () => {},
    );
  });
  element('get', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void show(client.getOrder({ orderId: field(new FormData(event.target as HTMLFormElement), 'orderId') }));
  });
  element('list', HTMLButtonElement).addEventListener('click', () => void show(client.listOrders({ limit: 10 })));
}

function orderOf(form: FormData): NewOrder {
  const line = {
    sku: field(form, 'sku'),
    quantity: Number(field(form, 'quantity')),
    unitPrice: { minor: '1250', currency: 'EUR' as const },
    gift: form.has('gift'),
  };
  return { reference: field(form, 'reference'), lines: [line], payment: { method: 'card', last4: '4242', token: 'dG9rZW4' } };
}
