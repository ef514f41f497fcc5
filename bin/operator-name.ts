/** The person at a machine, as far as the machine knows. */
export interface MachineLogin {
  /** The account as which the command runs. */
  readonly account: string;
  /** The account that has signed in at the machine, as the kernel has kept it since; absent where nobody has, or the kernel does not say. */
  readonly login?: string;
  /** The account that a variable of the environment names, which whoever runs the command can set. */
  readonly said?: { readonly variable: string; readonly account: string };
}

// Two of them and the words between fit into the columns that hold them.
const accountMaxCharacters = 80;

/**
 * Returns the name under which the audit has the caller of a local command: `cli:<login>`, with the account in parentheses where that is
 * another one. What only a variable says stands behind its name.
 */
export function operatorName({ account, login, said }: MachineLogin): string {
  const own = plain(account);
  if (login !== undefined) return plain(login) === own ? `cli:${own}` : `cli:${plain(login)} (as ${own})`;
  if (said === undefined || plain(said.account) === own) return `cli:${own}`;
  return `cli:${own} (${said.variable} says ${plain(said.account)})`;
}

/** A name without what would make it look like two. */
function plain(account: string): string {
  return account.replaceAll(/[\p{C}()]/gu, "?").slice(0, accountMaxCharacters);
}
