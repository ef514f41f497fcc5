import { type OperationDefinition, operationCodes } from "#domain/requests/operation-codes.ts";
import { type OperationFamilyDefinition, operationFamilies } from "#domain/requests/operation-families.ts";

/** A family of codes that no table has, with its rows. */
export interface PlantedFamily {
  readonly name: string;
  readonly definition: OperationFamilyDefinition;
  readonly codes: Readonly<Record<string, Omit<OperationDefinition, "family">>>;
}

/** Adds rows to the tables of codes and families, and returns what takes them out again. */
export function plantFamily({ name, definition, codes }: PlantedFamily): () => void {
  const rows = Object.entries(codes).map(([code, row]) => [code, { ...row, family: name }]);
  Object.assign(operationFamilies, { [name]: definition });
  Object.assign(operationCodes, Object.fromEntries(rows));
  return () => {
    Reflect.deleteProperty(operationFamilies, name);
    for (const code of Object.keys(codes)) Reflect.deleteProperty(operationCodes, code);
  };
}
