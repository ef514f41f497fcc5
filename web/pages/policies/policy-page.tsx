import { Button, PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { call } from "../../api/call.ts";
import type { Policy } from "../../api/model.ts";
import { policyQuery } from "../../api/policies.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { PolicyEditor } from "./policy-editor.tsx";
import { PolicyOrigin } from "./policy-origin.tsx";
import { PolicyVersions } from "./policy-versions.tsx";

const ExplainDialog = openedLater(
  async () => (await withTexts("policy-explanation", import("./explain-dialog.tsx"))).ExplainDialog,
);

/** Page of a policy: its active text, its editor, and its versions. */
export function PolicyPage() {
  const say = useText();
  const may = useMay();
  const { name = "" } = useParams();
  const read = useQuery(policyQuery(name));
  const policy = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.policies, title: "policies.title" }}
        {...(policy !== undefined && {
          labels: <PolicyOrigin origin={policy.origin} />,
          actions: <Actions policy={policy} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("policy.unreadable")} gone={say("policy.gone")} />
      {policy === undefined ? null : (
        <>
          {policy.fault === null ? null : (
            <Notice kind="danger" title={say("policy.broken")}>
              <p lang="en">{policy.fault}</p>
            </Notice>
          )}
          <Title headingLevel="h2">{say("policy.rule")}</Title>
          <Readable policy={policy} />
          <PolicyEditor key={policy.name} policy={policy} />
          {may("policies_versions_get_list") ? <PolicyVersions policy={policy} /> : null}
        </>
      )}
    </PageSection>
  );
}

/** Properties of the resource that a policy can read. */
function Readable({ policy: { fields } }: { readonly policy: Policy }) {
  const say = useText();
  return (
    <details>
      <summary>{say("policy.readable")}</summary>
      <p>{say("policy.readableExplained")}</p>
      {fields.length === 0 ? <p>{say("policy.noFields")}</p> : null}
      <ul className="gatehouse-plain-list">
        {fields.map(({ name, type }) => (
          <li key={name}>
            <code>{`resource.${name}`}</code> {type}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Opened = "explain" | "reset";

function Actions({ policy }: { readonly policy: Policy }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { name, expression, number } = policy;
  return (
    <>
      {may("policies_post_explain") ? (
        <Button variant="secondary" onClick={() => setOpened("explain")}>
          {say("policy.explain")}
        </Button>
      ) : null}
      {may("policies_post_reset") && expression !== null ? (
        <Button variant="secondary" onClick={() => setOpened("reset")}>
          {say("policy.reset")}
        </Button>
      ) : null}
      {opened === "explain" ? <ExplainDialog policy={policy} close={close} /> : null}
      {opened === "reset" ? (
        <ChangeDialog
          name={name}
          title={say("policy.reset")}
          explained={say("policy.resetExplained")}
          action={say("policy.reset")}
          callWith={(more) => call("POST policies()/reset", { key: name, body: { expectedNumber: number, ...more } })}
          close={close}
        />
      ) : null}
    </>
  );
}
