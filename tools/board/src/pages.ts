/** A file of `public/` and the address where it is served. */
export interface Page {
  readonly path: string;
  readonly file: string;
  readonly type: string;
}

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

export const PAGES: readonly Page[] = [
  { path: '/', file: 'index.html', type: HTML },
  { path: '/board/docs/openapi', file: 'docs.html', type: HTML },
  { path: '/board/docs/asyncapi', file: 'docs.html', type: HTML },
];

export const ASSETS: readonly Page[] = [
  { path: '/board/page.js', file: 'page.js', type: SCRIPT },
  { path: '/board/docs.js', file: 'docs.js', type: SCRIPT },
  { path: '/board/scalar.js', file: 'scalar.js', type: SCRIPT },
  { path: '/board/style.css', file: 'style.css', type: 'text/css; charset=utf-8' },
  { path: '/board/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
];
