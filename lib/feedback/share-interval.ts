/** The 97.5% quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The 95% interval of a share of independent cases, from 0 to 1; undefined without cases. E. B. Wilson, "Probable
 * Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical Association 22 (1927).
 */
export function shareInterval(having: number, count: number): { low: number; high: number } | undefined {
  if (count === 0) return undefined;
  const share = having / count;
  const scale = 1 + Z ** 2 / count;
  const center = (share + Z ** 2 / (2 * count)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  // The share is within it; rounding can leave it just outside at 0 and 1.
  return { low: Math.max(0, Math.min(share, center - half)), high: Math.min(1, Math.max(share, center + half)) };
}
