import { Link } from "react-router";

import type { Account } from "../../api/model.ts";
import { Facts } from "../../components/facts.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

/** Properties of an account. */
export function AccountFacts({ account }: { readonly account: Account }) {
  const say = useText();
  const { shortId, displayId, longId, stableId, targetSystem, targetSystemKey } = account;
  const { associatedBy, lastPasswordChange, passwordExpiresAt } = account;
  return (
    <Facts
      facts={[
        { term: say("accounts.account"), value: shortId },
        { term: say("accounts.target"), value: targetSystem?.description ?? targetSystemKey },
        { term: say("accounts.name"), value: displayId },
        { term: say("accounts.owner"), value: <AccountOwner account={account} /> },
        { term: say("account.cameBy"), value: associatedBy === null ? null : say(`account.by.${associatedBy}`) },
        {
          term: say("accounts.passwordChanged"),
          value: lastPasswordChange === null ? null : <Moment at={lastPasswordChange} />,
        },
        {
          term: say("accounts.passwordExpires"),
          value: passwordExpiresAt === null ? null : <Moment at={passwordExpiresAt} />,
        },
        { term: say("account.longId"), value: longId },
        { term: say("account.stableId"), value: stableId },
      ]}
    />
  );
}

/** Owner of an account, with a link to the owner's page. */
export function AccountOwner({ account: { userKey, user } }: { readonly account: Pick<Account, "userKey" | "user"> }) {
  const say = useText();
  if (userKey === null) return <>{say("accounts.nobody")}</>;
  return (
    <Link to={paths.person(userKey)}>
      <PersonName person={user} />
    </Link>
  );
}
