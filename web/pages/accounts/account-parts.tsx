import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { attributesOfAccountQuery, membershipsQuery } from "../../api/accounts.ts";
import { AttributesCard } from "../../components/attributes-card.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { membershipWords } from "../groups/membership-words.ts";

interface AccountPartsProps {
  readonly accountKey: string;
  follow(operationKey: string): void;
}

/** Attributes and groups of an account, as far as policies allow the reader to see them. */
export function AccountParts({ accountKey, follow }: AccountPartsProps) {
  const may = useMay();
  return (
    <div className="gatehouse-columns gatehouse-below">
      {may("accounts_attributes_get_list") ? <Attributes accountKey={accountKey} follow={follow} /> : null}
      {may("accounts_groupmemberships_get_list") ? <Memberships accountKey={accountKey} /> : null}
    </div>
  );
}

function Attributes({ accountKey, follow }: AccountPartsProps) {
  const may = useMay();
  return (
    <AttributesCard
      rows={useQuery(attributesOfAccountQuery(accountKey))}
      set="accounts"
      objectKey={accountKey}
      mayChange={may("accounts_patch_update")}
      follow={follow}
    />
  );
}

function Memberships({ accountKey }: { readonly accountKey: string }) {
  const say = useText();
  return (
    <PartCard title={say("groups.title")} rows={useQuery(membershipsQuery(accountKey))} empty={say("account.noGroups")}>
      {(memberships) => (
        <ul className="gatehouse-plain-list">
          {memberships.map(({ group, ...membership }) => (
            <li key={membership.key}>
              <Link to={paths.group(membership.groupKey)}>{group?.displayId ?? membership.groupKey}</Link>{" "}
              <span className="gatehouse-small">{membershipWords(membership, say)}</span>
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
