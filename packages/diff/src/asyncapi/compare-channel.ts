import { type Both, compareTexts, compareUnjudged, report, type Tools } from '../comparison.ts';
import type { Scope } from '../collector.ts';
import { arrayAt, elementsOf, jsonEqual, type Located, memberOf, own, stringAt } from '../json.ts';
import { compareErrorCodes } from '../shared/errors.ts';
import { compareLimits } from '../shared/limits.ts';
import { compareSecurity } from '../shared/security.ts';
import { partition } from '../shared/sets.ts';
import { compareVersion } from '../shared/stream-facts.ts';
import type { Channel } from './channels.ts';
import { compareMessages } from './compare-messages.ts';
import { compareUpgrade } from './compare-upgrade.ts';

const scope: Scope = { where: 'websocket', direction: 'both' };
const answering: Scope = { where: 'websocket', direction: 'response' };

/** One channel that both versions have. */
export function compareChannel(tools: Tools, old: Channel, next: Channel): void {
  const both = { old: old.at, next: next.at };
  if (old.name !== next.name) report(tools, 'channel-renamed', scope, both, `"${old.name}" became "${next.name}"`);
  if (addressKey(old) !== addressKey(next)) report(tools, 'channel-moved', scope, both, `"${old.address}" became "${next.address}"`);
  compareTexts(tools, both, scope, ['title', 'summary', 'description', 'tags', 'externalDocs']);
  compareUpgrade(tools, old, next);
  compareMessages(tools, old, next);
  compareExchanges(tools, old, next);
  compareSecurity(tools, both, scope, old.security, next.security);
  compareLimits(tools, both, scope);
  if (old.facts && next.facts) compareFacts(tools, { old: old.facts, next: next.facts });
  compareUnjudged(tools, both, scope, ['servers']);
}

/** The address without the names of its parameters. */
export function addressKey({ address }: Channel): string {
  return address.replaceAll(/\{[^}]*\}/g, '{}');
}

function compareExchanges(tools: Tools, old: Channel, next: Channel): void {
  const { removed, added, kept } = partition(old.exchanges, next.exchanges);
  for (const [request, exchange] of removed)
    report(tools, 'exchange-removed', scope, { old: exchange.at, next: next.at }, `"${request}" is no longer answered`);
  for (const [request, exchange] of added)
    report(tools, 'exchange-added', scope, { old: old.at, next: exchange.at }, `"${request}" is answered`);
  for (const [request, before, after] of kept) {
    const both = { old: before.at, next: after.at };
    if (before.correlation !== after.correlation)
      report(tools, 'correlation-changed', scope, both, `"${request}": "${before.correlation}" became "${after.correlation}"`);
    for (const reply of before.replies)
      if (!after.replies.has(reply)) report(tools, 'reply-removed', answering, both, `"${reply}" no longer answers "${request}"`);
    for (const reply of after.replies)
      if (!before.replies.has(reply)) report(tools, 'reply-added', answering, both, `"${reply}" may answer "${request}"`);
  }
}

function compareFacts(tools: Tools, facts: Both): void {
  compareVersion(tools, facts, scope);
  compareErrorCodes(tools, facts, scope, errorCodes(facts.old), errorCodes(facts.next));
  compareCloseCodes(tools, facts);
  const [opening, nextOpening] = [memberOf(facts.old, 'opening'), memberOf(facts.next, 'opening')];
  if (!jsonEqual(opening?.value, nextOpening?.value)) {
    const rule = opening && nextOpening ? 'opening-changed' : opening ? 'opening-removed' : 'opening-added';
    report(
      tools,
      rule,
      scope,
      { old: opening ?? facts.old, next: nextOpening ?? facts.next },
      `${openingText(opening)} became ${openingText(nextOpening)}`,
    );
  }
}

function errorCodes(facts: Located): Set<string> {
  return new Set(arrayAt(facts.value, 'errors').map(String));
}

function openingText(opening: Located | undefined): string {
  return opening ? ['challenge', 'answer', 'accepted'].map((name) => `"${stringAt(opening.value, name) ?? ''}"`).join(', ') : 'no opening';
}

function closeCodes(facts: Located): Map<string, Located> {
  return new Map(elementsOf(facts, 'closeCodes').map((code) => [String(own(code.value, 'code')), code]));
}

function compareCloseCodes(tools: Tools, facts: Both): void {
  const { removed, added, kept } = partition(closeCodes(facts.old), closeCodes(facts.next));
  for (const [code, at] of removed)
    report(tools, 'close-code-removed', answering, { old: at, next: facts.next }, `${code} is no longer used`);
  for (const [code, at] of added) report(tools, 'close-code-added', answering, { old: facts.old, next: at }, `${code} may be used`);
  for (const [code, old, next] of kept) {
    if (!jsonEqual(own(old.value, 'reconnect'), own(next.value, 'reconnect')))
      report(
        tools,
        'close-code-changed',
        answering,
        { old, next },
        `after ${code}: ${own(next.value, 'reconnect') === true ? 'reconnect' : 'stop'}`,
      );
    compareTexts(tools, { old, next }, answering, ['name', 'description']);
  }
}
