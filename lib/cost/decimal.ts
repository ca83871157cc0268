const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * An exact decimal, for sums of money: 0.1 + 0.2 is 0.3. A number means the shortest decimal that parses to it, which
 * is the one written in the request, the price list or the database.
 */
export class Decimal {
  static readonly zero = new Decimal(0n, 0);

  // The value is units / 10^scale.
  readonly #units: bigint;
  readonly #scale: number;

  private constructor(units: bigint, scale: number) {
    this.#units = units;
    this.#scale = scale;
  }

  /** Throws a TypeError if the value is not a finite number. */
  static of(value: number): Decimal {
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(String(value)) ?? [];
    if (whole === "") throw new TypeError(`${value} is not a finite number`);
    const scale = fraction.length - Number(exponent);
    const units = BigInt(`${sign}${whole}${fraction}`);
    return scale >= 0 ? new Decimal(units, scale) : new Decimal(units * 10n ** BigInt(-scale), 0);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    return new Decimal(this.#unitsAt(scale) + other.#unitsAt(scale), scale);
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.#units * other.#units, this.#scale + other.#scale);
  }

  /** The nearest number, whose shortest decimal is this one up to 15 significant digits. */
  toNumber(): number {
    return Number(`${this.#units}e-${this.#scale}`);
  }

  #unitsAt(scale: number): bigint {
    return this.#units * 10n ** BigInt(scale - this.#scale);
  }
}
