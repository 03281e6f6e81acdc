import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { answerLines, commandOf, say } from './command.js';

/** A page of the host's own origin, so that its scripts may read the host's answers; the host itself never sees a request for it. */
const PAGE = '/tidemark-peer/';
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function open(browser, origin) {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === PAGE) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>peer</title>' });
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 });
    if (!pathname.startsWith(PAGE)) return route.continue();
    const body = await readFile(new URL(`./${pathname.slice(PAGE.length)}`, import.meta.url), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.exposeFunction('say', say);
  await page.goto(`${origin}${PAGE}`);
  return page;
}

const command = commandOf(process.argv.slice(2), process.env);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
try {
  if (command.mode === 'about') {
    say({ peer: `Chromium ${browser.version()} fetch` });
  } else if (command.mode === 'parse') {
    const page = await open(browser, 'http://peer.invalid');
    await answerLines(process.stdin, (chunks) => page.evaluate(async (given) => (await import('./follow.js')).parse(given), chunks));
  } else {
    const page = await open(browser, command.url);
    // The page's own `say` is the exposed one.
    await page.evaluate(async (given) => (await import('./follow.js')).follow(given, globalThis.say), command);
  }
} finally {
  await browser.close();
}
