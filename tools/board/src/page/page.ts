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

const CHECKED = {
  same: 'the same for server and page',
  different: 'of the server are not those that this page was built from; reload it',
  undisclosed: 'not published by the server',
} as const;

element('digests', HTMLParagraphElement).textContent = await client.checkDescriptions().then(
  ({ status, serverVersion, clientVersion }) => `Descriptions: ${CHECKED[status]} (orders ${serverVersion ?? clientVersion}).`,
  (error: unknown) => `Descriptions could not be checked: ${failureText(error)}`,
);
