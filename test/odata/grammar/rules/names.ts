import { readType } from "#api/odata/syntax/calls.ts";
import { readAnnotation } from "#api/odata/syntax/member-path.ts";
import { expectIdentifier, expectName } from "#api/odata/syntax/names.ts";

import { byPattern, forRules, type RuleTable, verbatim, where } from "./reader.ts";

const identifier = verbatim(expectIdentifier);
const name = verbatim(expectName);
const qualified = where(verbatim(expectName) as (text: string, rule: string) => string, (text) => text.includes("."));
const type = verbatim(readType);
const collectionOrQualified = where(
  verbatim(readType) as (text: string, rule: string) => ReturnType<typeof readType>,
  (found) => found.name.includes("."),
);

/** Rules of names and identifiers. */
export const nameRules: RuleTable = {
  ...forRules(
    `odataIdentifier namespacePart entitySetName singletonEntity entityTypeName complexTypeName typeDefinitionName
    enumerationTypeName enumerationMember termName primitiveProperty primitiveKeyProperty primitiveNonKeyProperty
    primitiveColProperty complexProperty complexColProperty streamProperty navigationProperty entityNavigationProperty
    entityColNavigationProperty action actionImport function entityFunction entityColFunction complexFunction
    complexColFunction primitiveFunction primitiveColFunction entityFunctionImport entityColFunctionImport
    complexFunctionImport complexColFunctionImport primitiveFunctionImport primitiveColFunctionImport parameterName
    keyPropertyAlias computedProperty annotationQualifier lambdaVariableExpr singleTypeName actionImportCall
    functionImportCallNoParens`,
    identifier,
  ),
  ...forRules(
    `namespace optionallyQualifiedEntityTypeName optionallyQualifiedComplexTypeName optionallyQualifiedActionName
    boundActionCall boundFunctionCallNoParens`,
    name,
  ),
  ...forRules(
    `qualifiedEntityTypeName qualifiedComplexTypeName qualifiedTypeDefinitionName qualifiedEnumTypeName
    singleQualifiedTypeName qualifiedActionName`,
    qualified,
  ),
  qualifiedTypeName: collectionOrQualified,
  optionallyQualifiedTypeName: type,
  ...forRules(
    `annotationInQuery entityAnnotationInQuery complexAnnotationInQuery primitiveAnnotationInQuery
    primitiveColAnnotationInQuery`,
    verbatim(readAnnotation),
  ),
  primitiveTypeName: byPattern(
    String.raw`Edm\.(?:Binary|Boolean|Byte|Date|DateTimeOffset|Decimal|Double|Duration|Guid|Int16|Int32|Int64|SByte|Single|Stream|String|TimeOfDay|Geo(?:graphy|metry)(?:Collection|LineString|MultiLineString|MultiPoint|MultiPolygon|Point|Polygon)?)`,
  ),
  abstractSpatialTypeName: byPattern("Geography|Geometry"),
  concreteSpatialTypeName: byPattern("Collection|LineString|MultiLineString|MultiPoint|MultiPolygon|Point|Polygon"),
};
