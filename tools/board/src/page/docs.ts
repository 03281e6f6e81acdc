interface Scalar {
  createApiReference(target: string, options: Readonly<Record<string, unknown>>): void;
}

const scalar = (globalThis as unknown as { readonly Scalar: Scalar }).Scalar;
const name = location.pathname.endsWith('/asyncapi') ? 'asyncapi' : 'openapi';
const answer = await fetch(`/${name}.json`);

// Every option that would fetch or send something elsewhere is off: the page works without a network.
scalar.createApiReference('#app', {
  content: await answer.text(),
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
});
