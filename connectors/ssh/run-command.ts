import { ConnectorError, emptyPassword, type OperationsPart, requireLogin } from "#connectors/contract/index.ts";

import { runLine } from "./channel.ts";
import { requirePasswd } from "./machine.ts";
import { asAccount } from "./open-session.ts";
import type { SshSession } from "./session.ts";

/** Operations that run commands as an account. */
export const commandOperations = {
  /**
   * Logs in as the account on a connection of its own, and runs the line in the account's shell.
   * @throws currentPassword if the machine does not accept the password
   */
  async runCommand(session, { account, password, command, outputBytesMax }, { signal }) {
    const { name } = await requirePasswd(session, account, signal);
    requireLogin(password.isEmpty ? emptyPassword : { ok: true });
    const opened = await asAccount(session, { name, password, signal }, (own) =>
      runLine(own, command, { signal, outputBytesMax }),
    );
    if ("refused" in opened) throw new ConnectorError("currentPassword", opened.refused);
    if ("mustChange" in opened)
      throw new ConnectorError("policy", `The password of "${name}" must be changed before the machine lets it in.`);
    const { code, stdout, stderr, cut } = opened.answer;
    return { exitCode: code, stdout, stderr, cut };
  },
} satisfies OperationsPart<SshSession>;
