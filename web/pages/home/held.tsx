import { Card, CardBody, CardFooter, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { runningCheckoutsQuery } from "../../api/checkouts.ts";
import { Countdown } from "../../components/countdown.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { HeldCards } from "../access/held-cards.tsx";

const shownAtMost = 5;

/** What somebody has besides accounts: what is checked out, groups and roles. */
export function Held({ userKey }: { readonly userKey: string }) {
  const say = useText();
  return (
    <>
      <Checkouts userKey={userKey} />
      <HeldCards userKey={userKey} most={shownAtMost} footer={<Link to={paths.access}>{say("access.title")}</Link>} />
    </>
  );
}

/** What is checked out, with its ends; most people never have a password checked out. */
function Checkouts({ userKey }: { readonly userKey: string }) {
  const say = useText();
  const { may } = useSession();
  const { data, error } = useQuery({
    ...runningCheckoutsQuery(userKey),
    enabled: may["checkouts_get_list"] !== "none",
  });
  const running = data?.value ?? [];
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
