/** A mistake of the kit's own. It is a finding against the kit, and never against the host (K3.2). */
export class KitFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KitFault';
  }
}
