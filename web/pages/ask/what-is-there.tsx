import { useQueries } from "@tanstack/react-query";

import { catalogueStandingQuery } from "../../api/catalogue-standing.ts";
import { accountsOfQuery, membershipQuery } from "../../api/catalogue.ts";
import type { Account } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import type { Recipient, Wish } from "./draft.ts";
import { accountOf, accountsFor, definitionOf } from "./operations-of.ts";
import { requestedAlready, type Standing, thereAlready } from "./there-already.ts";

interface WhatIsThereProps {
  readonly wish: Wish;
  readonly recipients: readonly Recipient[];
}

/**
 * Notices about existing and missing accounts or memberships of the recipients, as far as they matter to an item and the requester may see
 * them.
 */
export function WhatIsThere({ wish, recipients }: WhatIsThereProps) {
  const say = useText();
  const standings = useStandings(wish, recipients);
  const { item } = wish;
  const known = useQueries({ queries: recipients.map(({ key }) => catalogueStandingQuery(key, [item.key])) });
  return recipients.map(({ key, name }, index) => {
    const found =
      thereAlready(wish, standings[index] ?? {}) ?? requestedAlready(wish, known[index]?.data?.get(item.key));
    if (found === undefined) return null;
    const { text, kind, account } = found;
    return <Notice key={key} kind={kind} title={say(text, { count: recipients.length, name, account })} />;
  });
}

function useStandings(wish: Wish, recipients: readonly Recipient[]): readonly Standing[] {
  const { item, code } = wish;
  const seen = useQueries({ queries: recipients.map(({ key }) => accountsOfQuery(key)) });
  const isOfMembers =
    item.resourceType === "managedGroup" && definitionOf(code).capability?.endsWith("Member") === true;
  const chosen = seen.map(({ data }) => accountOf(wish, data?.value ?? []));
  const asked = isOfMembers ? chosen.filter((one): one is Account => one !== undefined) : [];
  const memberships = useQueries({ queries: asked.map((one) => membershipQuery(one, item.key)) });
  return seen.map(({ data }, index): Standing => {
    if (data === undefined || data.isHidden === true) return {};
    const account = chosen[index];
    const membership = account === undefined ? undefined : memberships[asked.indexOf(account)]?.data;
    const groups = membership?.value[0]?.groupMemberships;
    return {
      accounts: accountsFor(wish, data.value).map(({ shortId }) => shortId),
      ...(account !== undefined && { account: account.shortId }),
      ...(groups !== undefined && { isMember: groups.some(({ throughGroup }) => throughGroup === null) }),
    };
  });
}
