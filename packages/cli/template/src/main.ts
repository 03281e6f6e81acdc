import { start } from './server.ts';

const { url, close } = await start(8080);
console.log(`Listening on ${url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
