import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { openCheckoutsQuery } from "../../api/checkouts.ts";
import type { Checkout, ManagedAccount } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { BorrowableTable } from "./borrowable-table.tsx";
import { OpenCheckouts } from "./open-checkouts.tsx";

const BorrowDialog = openedLater(async () => (await import("./borrow-dialog.tsx")).BorrowDialog);
const VouchDialog = openedLater(async () => (await import("./vouch-dialog.tsx")).VouchDialog);

/** Page of the user's check-outs and of the passwords that the user may check out. */
export function CheckoutsPage() {
  const say = useText();
  const { user } = useSession();
  const { data, error } = useQuery(openCheckoutsQuery(user.key));
  const [opened, setOpened] = useState<{ readonly what: "borrow" | "vouch"; readonly account: ManagedAccount }>();
  const [asked, setAsked] = useState<Checkout>();
  const close = () => setOpened(undefined);
  const open = data ?? [];
  return (
    <PageSection>
      <PageTitle name={say("checkouts.title")} />
      <p>
        {say("checkouts.explained")} <Link to={paths.checkoutHistory}>{say("checkouts.history")}</Link>
      </p>
      {error === null ? null : <ErrorAlert error={error} title={say("checkouts.unreadable")} />}
      <div role="status">{asked === undefined ? null : <Asked checkout={asked} />}</div>
      {data === undefined ? null : <OpenCheckouts checkouts={open} />}
      <section aria-labelledby="borrowable-title" className="gatehouse-below">
        <Title headingLevel="h2" id="borrowable-title">
          {say("borrowable.title")}
        </Title>
        <BorrowableTable open={open} start={(what, account) => setOpened({ what, account })} />
      </section>
      {opened?.what === "borrow" ? <BorrowDialog account={opened.account} done={setAsked} close={close} /> : null}
      {opened?.what === "vouch" ? <VouchDialog account={opened.account} close={close} /> : null}
    </PageSection>
  );
}

/** Result of the latest check-out. */
function Asked({ checkout: { status, requestKey } }: { readonly checkout: Checkout }) {
  const say = useText();
  const isOut = status === "checkedOut";
  return (
    <Notice kind={isOut ? "success" : "info"} title={say(isOut ? "borrow.out" : "borrow.asked")}>
      {requestKey === null ? null : <Link to={paths.request(requestKey)}>{say("checkout.request")}</Link>}
    </Notice>
  );
}
