import { Card, CardBody, CardFooter, CardTitle, Label } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { accountsOfQuery } from "../../api/catalogue.ts";
import { runningCheckoutsQuery } from "../../api/checkouts.ts";
import { Countdown } from "../../components/countdown.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { AccessCards } from "../access/access-cards.tsx";
import { PasswordsToChange } from "./passwords-to-change.tsx";

const shownAtMost = 5;

/** Accounts of a user, with passwords that must be changed, and the user's check-outs, groups and roles. */
export function MyAccess({ userKey }: { readonly userKey: string }) {
  const say = useText();
  return (
    <>
      <Accounts userKey={userKey} />
      <Checkouts userKey={userKey} />
      <AccessCards userKey={userKey} most={shownAtMost} footer={<Link to={paths.access}>{say("access.title")}</Link>} />
    </>
  );
}

/** Check-outs of a user with their ends; nothing without any, as most users never check out a password. */
function Checkouts({ userKey }: { readonly userKey: string }) {
  const say = useText();
  const may = useMay();
  const { data, error } = useQuery({
    ...runningCheckoutsQuery(userKey),
    enabled: may("checkouts_get_list"),
  });
  const running = data ?? [];
  if (running.length === 0 && error === null) return null;
  return (
    <Card component="section">
      <CardTitle component="h2">{say("home.checkouts")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        <ul className="gatehouse-plain-list">
          {running.map(({ key, managedAccount, managedAccountKey, expiresAt }) => (
            <li key={key}>
              <Link to={paths.checkout(key)}>
                {say("account.on", {
                  account: managedAccount?.name ?? managedAccountKey,
                  target: managedAccount?.targetSystemKey ?? "",
                })}
              </Link>{" "}
              {expiresAt === null ? null : <Countdown until={expiresAt} />}
            </li>
          ))}
        </ul>
      </CardBody>
      <CardFooter>
        <Link to={paths.checkouts}>{say("checkouts.title")}</Link>
      </CardFooter>
    </Card>
  );
}

function Accounts({ userKey }: { readonly userKey: string }) {
  const say = useText();
  const { data, error } = useQuery(accountsOfQuery(userKey));
  const accounts = data?.value ?? [];
  const toChange = accounts.filter(({ passwordExpired }) => passwordExpired);
  return (
    <Card component="section">
      <CardTitle component="h2">{say("home.accounts")}</CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        {toChange.length === 0 ? null : <PasswordsToChange accounts={toChange} />}
        {data !== undefined && accounts.length === 0 ? <p>{say("home.noAccounts")}</p> : null}
        <ul className="gatehouse-plain-list">
          {accounts.map(({ key, shortId, targetSystemKey, enabled, locked }) => (
            <li key={key}>
              {say("account.on", { account: shortId, target: targetSystemKey })}{" "}
              {enabled === true ? null : (
                <Label isCompact>{say(enabled === null ? "account.unknown" : "account.disabled")}</Label>
              )}{" "}
              {locked ? <Label isCompact>{say("account.locked")}</Label> : null}
            </li>
          ))}
        </ul>
      </CardBody>
      <CardFooter>
        <Link to={paths.access}>{say("access.title")}</Link>
      </CardFooter>
    </Card>
  );
}
