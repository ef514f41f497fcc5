import { Button, Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { RowTwin } from "../../api/model.ts";
import { nodesPath, twinsQuery } from "../../api/nodes.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

const columns = ["id", "name", "node", "table", "actions"] as const;

/** The rows that have the same ID as an older one; users are merged and renamed here. */
export function TwinList() {
  const say = useText();
  const may = useMay();
  const [renamed, setRenamed] = useState<RowTwin>();
  const [merged, setMerged] = useState<RowTwin>();
  const { data, error } = useQuery(twinsQuery);
  return (
    <section aria-labelledby="row-twins">
      <Title headingLevel="h2" id="row-twins">
        {say("twins.title")}
      </Title>
      <p>{say("twins.explained")}</p>
      {error === null ? null : <ErrorAlert error={error} title={say("twins.unreadable")} />}
      {data === undefined && error === null ? <Skeleton screenreaderText={say("state.loading")} height="4rem" /> : null}
      {data?.twins.length === 0 ? <p>{say("twins.empty")}</p> : null}
      {data === undefined || data.twins.length === 0 ? null : (
        <Table aria-label={say("twins.title")}>
          <Thead>
            <Tr>
              {columns.map((column) => (
                <Th key={column}>{say(`twins.${column}`)}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {data.twins.map((twin) => (
              <Tr key={`${twin.table} ${twin.key}`}>
                <Td dataLabel={say("twins.id")}>
                  {twin.table === "users" ? <Link to={paths.person(twin.key)}>{twin.shownId}</Link> : twin.shownId}
                </Td>
                <Td dataLabel={say("twins.name")}>{twin.name}</Td>
                <Td dataLabel={say("twins.node")}>{twin.node}</Td>
                <Td dataLabel={say("twins.table")}>
                  <code>{twin.table}</code>
                </Td>
                <Td dataLabel={say("twins.actions")}>
                  {twin.table === "users" && may("users_post_mergetwin") ? (
                    <TwinButton word="twins.merge" twin={twin} open={setMerged} />
                  ) : null}
                  {twin.table === "users" && may("users_patch_update") ? (
                    <TwinButton word="twins.rename" twin={twin} open={setRenamed} />
                  ) : null}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {merged === undefined ? null : <MergeDialog twin={merged} close={() => setMerged(undefined)} />}
      {renamed === undefined ? null : <RenameDialog twin={renamed} close={() => setRenamed(undefined)} />}
    </section>
  );
}

interface TwinButtonProps {
  readonly word: "twins.merge" | "twins.rename";
  readonly twin: RowTwin;
  open(twin: RowTwin): void;
}

function TwinButton({ word, twin, open }: TwinButtonProps) {
  const say = useText();
  return (
    <Button
      variant="link"
      size="sm"
      aria-label={say("action.on", { action: say(word), name: twin.shownId })}
      onClick={() => open(twin)}
    >
      {say(word)}
    </Button>
  );
}

function MergeDialog({ twin: { key, id, shownId }, close }: { readonly twin: RowTwin; close(): void }) {
  const say = useText();
  return (
    <ConfirmDialog
      title={say("twins.merge")}
      of={shownId}
      explained={say("twins.mergeExplained", { id, shownId })}
      action={say("twins.merge")}
      isDanger
      call={call("POST users()/mergeTwin", { key })}
      sets={[nodesPath, pathOf("users")]}
      close={close}
    />
  );
}

function RenameDialog({ twin: { key, shownId }, close }: { readonly twin: RowTwin; close(): void }) {
  const say = useText();
  const [id, setId] = useState(shownId);
  const { mutate, isPending, error } = useChanging([nodesPath, pathOf("users")]);
  return (
    <FormDialog
      title={say("twins.rename")}
      of={shownId}
      action={say("twins.rename")}
      isReady={id.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("PATCH users()", { key, body: { id: id.trim() } }), { onSuccess: close })}
    >
      <TextField
        id="twin-id"
        label={say("twins.id")}
        help={say("twins.renameHelp")}
        isRequired
        fault={faultsIn(error).get("id")}
        value={id}
        change={setId}
      />
    </FormDialog>
  );
}
