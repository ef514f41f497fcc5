import { DataTypes, type ModelAttributeColumnOptions } from "sequelize";

type Attribute = ModelAttributeColumnOptions;

/** The columns of one table, as a migration names them. */
export type Attributes = Readonly<Record<string, Attribute>>;

const textSize = 190;

/** Returns a text column that can be indexed. */
export const text = (size = textSize): Attribute => ({ type: DataTypes.STRING(size), allowNull: false });
/** Returns a text column of any length. */
export const longText = (): Attribute => ({ type: "LONGTEXT", allowNull: false });
/** Returns a column for a whole number of 32 bits. */
export const integer = (): Attribute => ({ type: DataTypes.INTEGER, allowNull: false });
/** Returns a column for a whole number of 64 bits: milliseconds, positions. */
export const bigInteger = (): Attribute => ({ type: DataTypes.BIGINT, allowNull: false });
/** Returns a column for 0 or 1. */
export const flag = (): Attribute => ({ type: DataTypes.TINYINT, allowNull: false });
/** Returns the same column with null allowed. */
export const optional = (attribute: Attribute): Attribute => ({ ...attribute, allowNull: true });
/** Returns the same column as primary key. */
export const primary = (attribute: Attribute): Attribute => ({ ...attribute, primaryKey: true });
/** Returns a column with a number that the database counts up itself, as primary key. */
export const counted = (): Attribute => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  primaryKey: true,
  autoIncrement: true,
});

/** Returns the columns that the writer sets on every row. */
export const stamps = (): Attributes => ({
  lastUpdatedModule: text(20),
  lastUpdatedNode: text(40),
  version: integer(),
  _v: longText(),
});
