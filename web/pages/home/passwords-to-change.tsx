import { Link } from "react-router";

import type { Account } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** Notice about the user's expired passwords, with a link to change them. */
export function PasswordsToChange({ accounts }: { readonly accounts: readonly Account[] }) {
  const say = useText();
  const names = accounts.map(({ shortId, targetSystemKey }) =>
    say("account.on", { account: shortId, target: targetSystemKey }),
  );
  return (
    <Notice kind="warning" title={say("held.toChange", { count: accounts.length })}>
      {say("held.toChangeOf", { names: names.join(", ") })} <Link to={paths.access}>{say("access.title")}</Link>
    </Notice>
  );
}
