/** The element with this id; the page and its script are one thing, so a missing one is a fault of the program. */
export function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`);
  return found;
}

const MAX_LINES = 200;

/** Appends a line to a log and drops the oldest beyond the bound. */
export function appendLine(log: HTMLOListElement, text: string): void {
  const line = document.createElement('li');
  line.textContent = text;
  log.append(line);
  while (log.childElementCount > MAX_LINES) log.firstElementChild?.remove();
  line.scrollIntoView({ block: 'nearest' });
}

/** A field of a form as text. */
export function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** What a person is told of a failure: the message, which begins with the code, and where it lies if the service has said so. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { details } = error as { readonly details?: unknown };
  const text = `${error.name}: ${error.message}`;
  return details === undefined || details === null ? text : `${text} ${JSON.stringify(details)}`;
}

/** Gives the order to every form that asks for one. */
export function fillOrderIds(orderId: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=orderId]')) input.value = orderId;
}
