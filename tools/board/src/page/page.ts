import { createOrdersClient } from '@tidemark/orders-client';
import { setUpCalls } from './calls.ts';
import { setUpDesk } from './desk.ts';
import { element, failureText } from './elements.ts';
import { setUpWatch } from './watch.ts';

/** The demo's credential is no secret: the service listens on the loopback address alone. */
const TOKEN = 'demo-token';

const client = createOrdersClient({ baseUrl: location.origin, credential: () => TOKEN });
setUpCalls(client);
setUpWatch(client);
setUpDesk(client, TOKEN);

element('digests', HTMLParagraphElement).textContent = await client.checkDescriptions().then(
  (check) => `Descriptions: ${JSON.stringify(check)}`,
  (error: unknown) => `Descriptions could not be checked: ${failureText(error)}`,
);
