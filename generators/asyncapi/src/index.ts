export { asyncapiDocument } from './document.ts';
