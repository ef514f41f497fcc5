import { Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import type { PlugIns } from "../../api/model.ts";
import { plugInsQuery } from "../../api/plug-ins.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { OwnWords } from "../../messages/own-words.tsx";
import { useText } from "../../messages/text.ts";
import { plugInKey } from "./plug-in-key.ts";

/** Plug-ins of the answering process: their files, the failed ones, and the supported kinds. */
export function PlugInList() {
  const say = useText();
  const { data, error } = useQuery(plugInsQuery);
  return (
    <section aria-labelledby="plug-ins-title" className="gatehouse-below">
      <Title headingLevel="h2" id="plug-ins-title">
        {say("plugIns.title")}
      </Title>
      {error === null ? null : <ErrorAlert error={error} title={say("plugIns.unreadable")} />}
      {data === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} />
      ) : (
        <>
          <PlugInHealth plugIns={data} />
          <KindTable kinds={data.kinds} />
        </>
      )}
    </section>
  );
}

function PlugInHealth({ plugIns: { files, problem, failed } }: { readonly plugIns: PlugIns }) {
  const say = useText();
  return (
    <>
      {problem === null ? null : (
        <Notice kind="danger" title={say("plugIns.problem")}>
          <p lang="en">{problem}</p>
        </Notice>
      )}
      {failed.map(({ plugin, kind, message }) => (
        <Notice key={`${plugin} ${kind}`} kind="danger" title={say("plugIns.failed", { plugin, kind })}>
          <p lang="en">{message}</p>
        </Notice>
      ))}
      <Title headingLevel="h3">{say("plugIns.files")}</Title>
      {files.length === 0 ? (
        <p>{say("plugIns.noFiles")}</p>
      ) : (
        <ul>
          {files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      )}
      {failed.length === 0 ? <p>{say("plugIns.allWell")}</p> : null}
    </>
  );
}

function KindTable({ kinds }: Pick<PlugIns, "kinds">) {
  const say = useText();
  const [kind, asked, builtIn] = [say("plugIns.kind"), say("plugIns.asked"), say("plugIns.builtIn")];
  return (
    <Table aria-label={kind}>
      <Thead>
        <Tr>
          <Th>{kind}</Th>
          <Th>{asked}</Th>
          <Th>{builtIn}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {kinds.map((one) => (
          <Tr key={one.kind}>
            <Td dataLabel={kind}>{one.kind}</Td>
            <Td dataLabel={asked}>
              <OwnWords of={plugInKey(one.kind)} english={one.title} />
            </Td>
            <Td dataLabel={builtIn}>{one.builtIns.join(", ")}</Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
