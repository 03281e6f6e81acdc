import { asyncApiChannels, asyncApiOperations } from '../asyncapi/sites.ts';
import { isObject, objectAt, own, pointerTo, stringAt } from '../json.ts';
import { followMember } from '../reference.ts';
import type { CheckContext } from './check.ts';

/** AsyncAPI 3.0 Operation Reply Object: with `address`, the reply channel's address must be null or absent. */
export function checkReplyAddress(context: CheckContext): void {
  for (const operation of asyncApiOperations(context.document)) {
    const reply = followMember(context.document, operation, 'reply');
    if (!reply || own(reply.value, 'address') === undefined) continue;
    const channel = followMember(context.document, reply, 'channel');
    if (typeof own(channel?.value, 'address') === 'string')
      context.report('reply-address', pointerTo(reply.pointer, 'address'), `${channel?.pointer ?? ''} has an address of its own`);
  }
}

/** ws binding 0.1.0: `query` and `headers` are object schemas with `properties`; RFC 6455 opens with GET. */
export function checkWebSocketBindings(context: CheckContext): void {
  for (const channel of asyncApiChannels(context.document)) {
    const binding = followMember(context.document, channel, 'bindings', 'ws');
    if (!binding || !isObject(binding.value)) continue;
    if (stringAt(binding.value, 'method')?.toUpperCase() === 'POST')
      context.report('ws-method', pointerTo(binding.pointer, 'method'), 'the handshake is a GET request');
    for (const part of ['query', 'headers']) {
      if (own(binding.value, part) === undefined) continue;
      const schema = followMember(context.document, binding, part);
      if (schema && (stringAt(schema.value, 'type') !== 'object' || !isObject(own(schema.value, 'properties')))) {
        context.report('ws-binding', pointerTo(binding.pointer, part), 'the schema is not of type object with properties');
      }
    }
  }
}

/** AsyncAPI 3.0 Channel Object: `address` has no query and no fragment. */
export function checkAddresses(context: CheckContext): void {
  for (const name of Object.keys(objectAt(context.document, 'channels'))) {
    const channel = followMember(context.document, { pointer: '/channels', value: undefined }, name);
    const address = stringAt(channel?.value, 'address');
    if (channel && address !== undefined && /[?#]/.test(address))
      context.report('address-query', pointerTo(channel.pointer, 'address'), `"${address.slice(0, 200)}" has a query or fragment`);
  }
}
