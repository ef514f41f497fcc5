import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { useText } from "../../messages/text.ts";

interface TargetCountsProps<Target> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly targets: readonly Target[];
  readonly counts: readonly { readonly title: string; readonly of: (target: Target) => number }[];
}

/** Table of counts by target system; nothing where there is no target system. */
export function TargetCounts<Target extends { readonly targetSystemKey: string }>({
  label,
  targets,
  counts,
}: TargetCountsProps<Target>) {
  const say = useText();
  if (targets.length === 0) return null;
  const first = say("massReset.target");
  return (
    <Table aria-label={label}>
      <Thead>
        <Tr>
          <Th>{first}</Th>
          {counts.map(({ title }) => (
            <Th key={title}>{title}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {targets.map((target) => (
          <Tr key={target.targetSystemKey}>
            <Td dataLabel={first}>{target.targetSystemKey || say("massReset.ofUsers")}</Td>
            {counts.map(({ title, of }) => (
              <Td key={title} dataLabel={title}>
                {of(target)}
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
