/** User of a machine, as far as the machine knows. */
export interface MachineLogin {
  /** Account that runs the command. */
  readonly account: string;
  /** Account that has logged in to the machine, as the kernel has recorded it; absent if no one has, or the kernel has no record. */
  readonly login?: string;
  /** Account named by an environment variable, which the user of the command can set. */
  readonly said?: { readonly variable: string; readonly account: string };
}

// Two names with the words between them fit into the columns that hold them.
const accountMaxCharacters = 80;

/**
 * Returns the name by which the audit log records the caller of a local command: `cli:<login>`, with the running account in
 * parentheses if it differs. A name that only a variable gives stands after the variable's name.
 */
export function operatorName({ account, login, said }: MachineLogin): string {
  const own = plain(account);
  if (login !== undefined) return plain(login) === own ? `cli:${own}` : `cli:${plain(login)} (as ${own})`;
  if (said === undefined || plain(said.account) === own) return `cli:${own}`;
  return `cli:${own} (${said.variable} says ${plain(said.account)})`;
}

/** Replaces the characters that would make a name look like two, and shortens it. */
function plain(account: string): string {
  return account.replaceAll(/[\p{C}()]/gu, "?").slice(0, accountMaxCharacters);
}
