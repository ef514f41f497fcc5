import { Button, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { lineDiff } from "#domain/line-diff.ts";

import { call } from "../../api/call.ts";
import type { Policy, PolicyVersion } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { DiffLines } from "./diff-lines.tsx";

type Opened = { readonly is: "changes" | "rollBack"; readonly version: PolicyVersion };

/** Versions of a policy, newest first: editor, time, comment and text, with an action to roll back. */
export function PolicyVersions({ policy }: { readonly policy: Policy }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { name } = policy;
  const mayRollBack = may("policies_post_rollback");
  const source = useMemo(() => sourceOf(say, { name, mayRollBack, open: setOpened }), [say, name, mayRollBack]);
  return (
    <section aria-labelledby="versions-title" className="gatehouse-below">
      <Title headingLevel="h2" id="versions-title">
        {say("policy.versions")}
      </Title>
      <ResourceTable source={source} />
      {opened?.is === "changes" ? <Changes policy={policy} version={opened.version} close={close} /> : null}
      {opened?.is === "rollBack" ? (
        <ChangeDialog
          name={name}
          title={say("policy.rollBackTo", { number: opened.version.number })}
          explained={say("policy.rollBackExplained")}
          action={say("policy.rollBack")}
          callWith={(more) =>
            call("POST policies()/rollBack", {
              key: name,
              body: { number: opened.version.number, expectedNumber: policy.number, ...more },
            })
          }
          close={close}
        />
      ) : null}
    </section>
  );
}

interface ChangesProps {
  readonly policy: Policy;
  readonly version: PolicyVersion;
  close(): void;
}

function Changes({ policy, version: { number, before, after }, close }: ChangesProps) {
  const say = useText();
  const title = say("policy.changesOf", { number });
  const usual = policy.default ?? "";
  return (
    <Dialog title={title} isWide footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
      <DiffLines lines={lineDiff(before ?? usual, after ?? usual)} label={title} />
    </Dialog>
  );
}

interface SourceTerms {
  readonly name: string;
  readonly mayRollBack: boolean;
  open(opened: Opened): void;
}

function sourceOf(say: Say, { name, mayRollBack, open }: SourceTerms): TableSource<PolicyVersion> {
  const button = (is: Opened["is"], version: PolicyVersion) => (
    <Button
      variant="link"
      isInline
      className="gatehouse-action"
      aria-label={say(is === "changes" ? "policy.changesOf" : "policy.rollBackTo", { number: version.number })}
      onClick={() => open({ is, version })}
    >
      {say(is === "changes" ? "policy.show" : "policy.rollBack")}
    </Button>
  );
  return {
    name: "policyVersions",
    title: "policy.versions",
    path: pathOf("policies()/versions", name),
    empty: "policy.noVersions",
    keyProperty: "key",
    usualOrder: "number desc",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "number",
        title: "policy.version",
        sortBy: "number",
        cell: ({ number }) => number,
        text: ({ number }) => String(number),
      },
      {
        name: "changedAt",
        title: "policy.when",
        sortBy: "changedAt",
        cell: ({ changedAt }) => <Moment at={changedAt} />,
        text: ({ changedAt }) => changedAt,
      },
      {
        name: "changedBy",
        title: "policy.who",
        cell: ({ changedBy }) => changedBy,
        text: ({ changedBy }) => changedBy,
      },
      {
        name: "action",
        title: "policy.done",
        cell: ({ action, enabled }) => say(enabled ? `policy.action.${action}` : "policy.origin.setAside"),
        text: ({ action }) => action,
      },
      {
        name: "comment",
        title: "policy.comment",
        cell: ({ comment }) => comment,
        text: ({ comment }) => comment ?? "",
      },
      {
        name: "actions",
        title: "policy.do",
        cell: (version) => (
          <>
            {button("changes", version)}
            {mayRollBack ? button("rollBack", version) : null}
          </>
        ),
      },
    ],
  };
}
