declare module 'autocannon' {
  type Histogram = { average: number; p50: number; p90: number; p97_5: number; p99: number; max: number }
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> }
  /** Only what the benchmark uses. */
  const autocannon: (
    options: Options,
  ) => Promise<{ requests: Histogram; latency: Histogram; non2xx: number; errors: number }>
  export default autocannon
}
