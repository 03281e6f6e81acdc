export { openapiDocument } from './document.ts';
