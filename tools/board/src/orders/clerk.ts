/** Who calls: every order belongs to one tenant and is seen by nobody else. */
export interface Clerk {
  readonly tenant: string;
  readonly subject: string;
}
