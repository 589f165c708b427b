import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#app/config.ts'

const all = mkdtempSync(join(tmpdir(), 'brandkeep-config-'))
const folder = () => mkdtempSync(join(all, 'one-'))
afterAll(() => rmSync(all, { recursive: true }))

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig({ BRANDKEEP_DATA: folder(), ...environment })
    return []
  } catch (problem) {
    if (!(problem instanceof ConfigError)) throw problem
    return problem.message.split('\n')
  }
}

describe('configuration', () => {
  test('an empty environment is enough', () => {
    const config = readConfig({ BRANDKEEP_DATA: folder() })
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      demo: true,
      worker: true,
      appUrl: 'http://127.0.0.1:4000',
      businessZone: 'Asia/Kolkata',
      productName: 'Brandkeep',
      s3: undefined,
      google: undefined,
      databaseUrl: undefined,
    })
  })

  test("files of the clearinghouse's certificates must exist", () => {
    const source = join(folder(), 'root.pem')
    expect(problemsOf({ TMCH_ROOT_FILE: source })).toEqual(['TMCH_ROOT_FILE must name an existing file'])
    writeFileSync(source, '')
    expect(readConfig({ BRANDKEEP_DATA: folder(), TMCH_ROOT_FILE: source }).tmch).toEqual({
      rootFile: source,
      crlFile: undefined,
    })
  })

  test('a number out of its bounds is told the bound', () => {
    const problems = problemsOf({ MIN_FREE_MB: '99999999', PORT: '-1', ESCALATION_HOUR: '24', SHUTDOWN_SECONDS: '1.5' })
    expect(problems.sort()).toEqual([
      'ESCALATION_HOUR must be at most 23',
      'MIN_FREE_MB must be at most 1000000',
      'PORT must be at least 0',
      'SHUTDOWN_SECONDS must be a whole number',
    ])
    expect(problemsOf({ MIN_FREE_MB: 'x' })).toEqual(['MIN_FREE_MB must be a number'])
  })

  test('all problems are listed at once', () => {
    const problems = problemsOf({
      PORT: 'many',
      BUSINESS_ZONE: 'Mars/Olympus',
      DATABASE_URL: 'mysql://x',
      WORKER: 'maybe',
      S3_ENDPOINT: 'http://store:9000',
      S3_SECRET_KEY: 'x',
    })
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
      'BUSINESS_ZONE',
      'DATABASE_URL',
      'PORT',
      'S3_ACCESS_KEY',
      'WORKER',
    ])
  })

  test('IMAP_URL is parsed completely, and uses TLS except on this machine', () => {
    const inbound = (url: string) =>
      readConfig({ BRANDKEEP_DATA: folder(), IMAP_URL: url, INBOUND_ADDRESS: 'n@host.test' }).inbound
    expect(inbound('imaps://n%40host.test:p%2Fss@mail.host.test/Notices%2FNew')).toEqual({
      address: 'n@host.test',
      source: {
        host: 'mail.host.test',
        port: 993,
        security: 'tls',
        user: 'n@host.test',
        password: 'p/ss',
        folder: 'Notices/New',
      },
    })
    const source = (url: string) => inbound(url)!.source
    expect(source('imap://n:p@mail.host.test')).toMatchObject({ port: 143, security: 'starttls', folder: 'INBOX' })
    expect(source('imap://n:p@127.0.0.1:1143/')).toMatchObject({ port: 1143, security: 'plain', folder: 'INBOX' })
    expect(source('imap://n:p@[::1]')).toMatchObject({ host: '::1', security: 'plain' })
    const unusable = 'IMAP_URL must be like imaps://user:password@host/INBOX'
    for (const url of ['pop3://n:p@host', 'imaps://host/INBOX', 'imaps://n@host', 'imaps://n:%@host', 'n:p@host'])
      expect(problemsOf({ IMAP_URL: url, INBOUND_ADDRESS: 'n@host.test' })).toEqual([unusable])
    const box = { IMAP_URL: 'imaps://n:p@host', INBOUND_ADDRESS: 'n@host.test' }
    expect(problemsOf({ ...box, INBOUND_ADDRESS: '' })).toEqual([
      'INBOUND_ADDRESS is needed together with INBOUND_MAILDIR or IMAP_URL',
    ])
    expect(problemsOf({ ...box, INBOUND_MAILDIR: '/tmp/box' })).toEqual(['Set INBOUND_MAILDIR or IMAP_URL, not both'])
    expect(problemsOf({ ...box, IMAP_URL: 'imaps://n:p@host/Brandkeep' })).toEqual([
      'IMAP_URL names Brandkeep, the folder for processed emails',
    ])
  })

  test('APP_URL is a whole host: below a path neither scripts nor calls would be found', () => {
    const refused =
      'APP_URL must be an address without a path, like https://console.example.com: give the console a host name of its own'
    for (const url of ['https://example.com/brandkeep', 'https://example.com/?x', 'https://u:p@example.com'])
      expect(problemsOf({ APP_URL: url })).toEqual([refused])
    for (const url of ['https://example.com', 'https://example.com/', 'http://[::1]:4000'])
      expect(problemsOf({ APP_URL: url })).toEqual([])
    expect(problemsOf({ APP_URL: 'example.com' })).toEqual(['APP_URL must be an http or https address'])
  })

  test('an incomplete set of keys is rejected', () => {
    expect(problemsOf({ S3_ENDPOINT: 'http://store:9000' })).toEqual([
      'S3_ACCESS_KEY is needed when S3_ENDPOINT is set',
      'S3_SECRET_KEY is needed when S3_ENDPOINT is set',
    ])
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'x' })).toEqual([
      'GOOGLE_CLIENT_SECRET is needed when GOOGLE_CLIENT_ID is set',
    ])
  })

  test('the user and the password of a proxy must be percent-encoded', () => {
    const proxy = (user: string) => ({ BROWSER_PROXY: `http://${user}@proxy.example:3128` })
    expect(problemsOf(proxy('me:100%'))).toEqual([
      'BROWSER_PROXY has a user or a password with a % that must be written as %25',
    ])
    for (const user of ['me:100%25', 'me', 'm%C3%A9:a']) expect(problemsOf(proxy(user))).toEqual([])
    expect(problemsOf({ BROWSER_PROXY: 'proxy' })).toHaveLength(1)
  })

  test('the demo world stays on loopback unless configured otherwise', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })[0]).toContain('BRANDKEEP_PUBLIC_DEMO=1')
    expect(problemsOf({ HOST: '0.0.0.0', BRANDKEEP_PUBLIC_DEMO: '1' })).toEqual([])
    expect(problemsOf({ HOST: '0.0.0.0', BRANDKEEP_DEMO: '0' })).toEqual([])
    expect(problemsOf({ HOST: '::1' })).toEqual([])
    expect(problemsOf({ HOST: '127.evil.example' })).not.toEqual([])
  })

  test('emails of the demo world stay on this machine unless configured otherwise', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example:25' })[0]).toContain('BRANDKEEP_DEMO=0')
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example:25', BRANDKEEP_DEMO: '0' })).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example:25', BRANDKEEP_PUBLIC_DEMO: '1' })).toEqual([])
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(problemsOf({ SMTP_URL: `smtp://${host}:2525` })).toEqual([])
  })

  test('a server that no request would reach is named at the start, unless it is named as internal', () => {
    const env = {
      SEARCH_URL: 'http://10.0.0.5/search',
      SOURCE_URLS: 'twitter=https://gateway.example:8443/x,meesho=https://meesho.example',
      TIME_STAMP_URLS: 'http://[fd00::1]/tsa,http://stamps.example:80',
      CT_SEARCH_URL: 'http://localhost:443',
    }
    expect(problemsOf(env)).toEqual([
      'SEARCH_URL names http://10.0.0.5, which is not public: name it in INTERNAL_SERVERS too',
      'SOURCE_URLS names https://gateway.example:8443, which is not public: name it in INTERNAL_SERVERS too',
      'CT_SEARCH_URL names http://localhost:443, which is not public: name it in INTERNAL_SERVERS too',
      'TIME_STAMP_URLS names http://[fd00::1], which is not public: name it in INTERNAL_SERVERS too',
    ])
    const internal = 'http://10.0.0.5/, https://gateway.example:8443,http://localhost:443,http://[fd00::1]'
    expect(problemsOf({ ...env, INTERNAL_SERVERS: internal })).toEqual([])
    expect(problemsOf({ INTERNAL_SERVERS: 'searxng:8080' })[0]).toContain('INTERNAL_SERVERS must be like')
    expect(problemsOf({ INTERNAL_SERVERS: 'http://searxng:8080/path' })[0]).toContain('INTERNAL_SERVERS must be like')
  })

  test('with DATABASE_URL there is no demo world unless it is enabled', () => {
    const database = { BRANDKEEP_DATA: folder(), DATABASE_URL: 'postgres://u:p@db/x' }
    expect(readConfig(database).demo).toBe(false)
    expect(readConfig({ ...database, BRANDKEEP_DEMO: '1' }).demo).toBe(true)
  })

  test('the secret is created once and only its owner may read it', () => {
    const dataDir = folder()
    const first = readConfig({ BRANDKEEP_DATA: dataDir }).signingSecret
    expect(readConfig({ BRANDKEEP_DATA: dataDir }).signingSecret).toBe(first)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(first)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    writeFileSync(join(dataDir, 'secret'), 'short')
    expect(() => readConfig({ BRANDKEEP_DATA: dataDir })).toThrow(ConfigError)
  })
})
