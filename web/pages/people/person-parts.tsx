import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import {
  accountsOfUserQuery,
  attributesOfUserQuery,
  classesOfUserQuery,
  reportsOfUserQuery,
  requestsOfUserQuery,
} from "../../api/users.ts";
import { AttributeFacts } from "../../components/facts.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { withTexts } from "../../messages/language.ts";
import { Moment } from "../../messages/moment.tsx";
import { MarkedWords, useOwnWords } from "../../messages/own-words.tsx";
import { askedFor } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { AccountStates } from "../accounts/account-states.tsx";
import { StatusLabel } from "../requests/status-label.tsx";
import { classDescription } from "../user-classes/class-words.ts";
import { LeavingCard } from "./leaving-card.tsx";

const BlocksCard = openedLater(
  async () => (await withTexts("password-blocks", import("../password-blocks/blocks-card.tsx"))).BlocksCard,
);
const HeldRoles = openedLater(async () => (await withTexts("roles", import("../access/held-roles.tsx"))).HeldRoles);

interface PartProps {
  readonly userKey: string;
  readonly name: string;
}

const parts = [
  { policy: "users_leaving_get_list", Part: LeavingCard },
  { policy: "users_accounts_get_list", Part: Accounts },
  { policy: "passwordblocks_get_list", Part: BlocksCard },
  { policy: "users_attributes_get_list", Part: Attributes },
  { policy: "users_roles_get_list", Part: Roles },
  { policy: "users_classes_get_list", Part: Classes },
  { policy: "users_reports_get_list", Part: Reports },
  { policy: "requests_get_list", Part: Requests },
] as const;

/** Accounts, groups, requests and other parts of a user, as far as policies allow the reader to see them. */
export function PersonParts({ userKey, name }: PartProps) {
  const may = useMay();
  return (
    <div className="gatehouse-columns gatehouse-below">
      {parts.map(({ policy, Part }) => (may(policy) ? <Part key={policy} userKey={userKey} name={name} /> : null))}
    </div>
  );
}

function Accounts({ userKey }: PartProps) {
  const say = useText();
  const may = useMay();
  return (
    <PartCard
      title={say("accounts.title")}
      rows={useQuery(accountsOfUserQuery(userKey))}
      empty={say("person.noAccounts")}
    >
      {(accounts) => (
        <ul className="gatehouse-plain-list">
          {accounts.map((account) => {
            const name = say("account.on", { account: account.shortId, target: account.targetSystemKey });
            return (
              <li key={account.key}>
                {may("accounts_get") ? <Link to={paths.account(account.key)}>{name}</Link> : name}{" "}
                <AccountStates account={account} />
              </li>
            );
          })}
        </ul>
      )}
    </PartCard>
  );
}

function Attributes({ userKey }: PartProps) {
  const say = useText();
  return (
    <PartCard
      title={say("attributes.title")}
      rows={useQuery(attributesOfUserQuery(userKey))}
      empty={say("person.noAttributes")}
    >
      {(attributes) => <AttributeFacts attributes={attributes} />}
    </PartCard>
  );
}

function Roles({ userKey }: PartProps) {
  const say = useText();
  return <HeldRoles userKey={userKey} title={say("roles.title")} empty={say("person.noRoles")} />;
}

function Classes({ userKey }: PartProps) {
  const say = useText();
  const own = useOwnWords();
  return (
    <PartCard title={say("classes.title")} rows={useQuery(classesOfUserQuery(userKey))} empty={say("person.noClasses")}>
      {(classes) => (
        <ul className="gatehouse-plain-list">
          {classes.map((one) => (
            <li key={one.id}>
              <Link to={paths.userClass(one.id)}>{one.id}</Link> <MarkedWords {...classDescription(one, own)} />
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}

function Reports({ userKey }: PartProps) {
  const say = useText();
  return (
    <PartCard
      title={say("person.reports")}
      rows={useQuery(reportsOfUserQuery(userKey))}
      empty={say("person.noReports")}
    >
      {(reports) => (
        <ul className="gatehouse-plain-list">
          {reports.map((person) => (
            <li key={person.key}>
              <Link to={paths.person(person.key)}>
                <PersonName person={person} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}

function Requests({ userKey }: PartProps) {
  const say = useText();
  return (
    <PartCard
      title={say("requests.title")}
      rows={useQuery(requestsOfUserQuery(userKey))}
      empty={say("person.noRequests")}
    >
      {(requests) => (
        <ul className="gatehouse-plain-list">
          {requests.map(({ key, number, operations, status, createdAt }) => (
            <li key={key}>
              <Link to={paths.request(key)}>{number}</Link> {askedFor(operations, say)} <StatusLabel status={status} />{" "}
              <Moment at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
