import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, call, isRefused, signIn } from './call.ts'
import { between, type Chance, oneOf } from './chance.ts'
import { downloader, type Downloads } from './downloads.ts'
import { type ToolJobs, toolUser } from './tool-jobs.ts'
import type { World } from './world.ts'

/** An upload; acknowledged: all its rows must be there. */
export type Upload = { tag: string; platform: 'domain' | 'e-commerce'; rows: number; acknowledged: boolean }
/** One change after another of one thing: the statuses or comments that were requested for, in order. */
export type Change = { finding: string; steps: { value: string; acknowledged: boolean; refused: boolean }[] }
/** Notices about one finding: how many calls were acknowledged. */
export type Notice = { finding: string; acknowledged: number; requested: number }

/** What clients were told; `verify.ts` compares it with what is stored. */
export type Journal = {
  /** What every tag of this run begins with. */
  run: string
  uploads: Upload[]
  statuses: Change[]
  comments: Change[]
  notices: Notice[]
  downloads: Downloads
  toolJobs: ToolJobs
  calls: number
  acknowledged: number
  /** Answers by status; 0: none. */
  answers: Map<number, number>
  /** Answers with 500 and what they said. */
  defects: string[]
}

/** Ten clients at once until `stop`: uploads, notices, statuses, comments, lists, charts, bulk downloads and tool jobs. */
export async function startLoad(
  world: World,
  chance: Chance,
  run: string,
): Promise<{ journal: Journal; stop: () => Promise<void> }> {
  const journal: Journal = {
    run,
    uploads: [],
    statuses: [],
    comments: [],
    notices: [],
    downloads: { requested: 0, queued: [] },
    toolJobs: { requested: 0, queued: [] },
    calls: 0,
    acknowledged: 0,
    answers: new Map(),
    defects: [],
  }
  const analyst = await signIn(world.url, 'analyst@demo.test')
  const client = await signIn(world.url, 'client@demo.test')
  const { company, brand } = client
  const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  let over = false
  let number = 0

  const ask = async (method: string, path: string, token: string, body?: unknown, grant?: string): Promise<Answer> => {
    const given = { ...(body === undefined ? {} : { body }), ...(grant === undefined ? {} : { grant }) }
    const answer = await call(world.url, method, path, { token, ...given })
    journal.calls++
    journal.answers.set(answer.status, (journal.answers.get(answer.status) ?? 0) + 1)
    if (answer.status === 500) journal.defects.push(`${method} ${path}: ${answer.text}`)
    if (answer.status === 200 && method !== 'GET') journal.acknowledged++
    if (answer.status === 0 || answer.status >= 500) await sleep(300)
    return answer
  }
  const upload = async (platform: Upload['platform'], rows: number): Promise<Upload> => {
    const made: Upload = { tag: `${run}u${++number}`, platform, rows, acknowledged: false }
    journal.uploads.push(made)
    const row = platform === 'domain' ? domainRow : shopRow
    const data = Array.from({ length: rows }, (_, index) => row(made.tag, index))
    const body = { data, company, brand, reportingDate: day, platform, duplicateLidCheck: true }
    made.acknowledged = (await ask('POST', '/api/save-bulk-data', analyst.token, body)).status === 200
    return made
  }
  const findingsOf = async ({ tag, platform }: Upload, most: number): Promise<string[]> => {
    const text =
      platform === 'domain'
        ? 'select finding_id as id from findings_domain where domain like $1 order by domain limit $2'
        : 'select finding_id as id from findings_e_commerce where url like $1 order by url limit $2'
    const pattern = platform === 'domain' ? `${tag}-%` : `https://shop.example/${tag}/%`
    return (await world.ask<{ id: string }>(text, [pattern, most])).map(({ id }) => id)
  }
  const changeEach = async (
    list: Change[],
    values: () => string,
    send: (finding: string, from: string, to: string) => Promise<Answer>,
  ) => {
    const made = await upload('e-commerce', 200)
    if (!made.acknowledged) return
    for (const finding of await findingsOf(made, 30)) {
      const change: Change = { finding, steps: [] }
      list.push(change)
      let from = '33'
      for (let step = 0; step < 3 && !over; step++) {
        const value = values()
        if (value === from) continue
        const answer = await send(finding, from, value)
        change.steps.push({ value, acknowledged: answer.status === 200, refused: isRefused(answer) })
        // Where it is unknown what happened, the next step would guess.
        if (answer.status !== 200) break
        from = value
      }
    }
  }
  const notify = async () => {
    const made = await upload('domain', between(chance, 200, 230))
    if (!made.acknowledged) return
    for (const finding of await findingsOf(made, 15)) {
      if (over) return
      const notice: Notice = { finding, acknowledged: 0, requested: 1 }
      journal.notices.push(notice)
      const kind = oneOf(chance, ['takes', 'takes', 'greylists', 'refuses', 'hangsup', 'chokes', 'vanishes'])
      const answer = await ask('POST', `/api/domain/${finding}/sendEnforcementMail`, analyst.token, {
        registrar: 'Namekeep Registrar',
        ipAddress: '203.0.113.7',
        hosting: 'Zonehost',
        actionTaken: 'Abuse E-mail Sent',
        date: day,
        infrigementStatus: '11',
        abusiveEmailId: `${kind}.${++number}@desk.test`,
      })
      if (answer.status === 200) notice.acknowledged++
    }
  }
  const read = async () => {
    const scope = `brand=${brand}&clientCompanyId=${company}&startDate=${day.slice(0, 8)}01&endDate=${day}`
    const path = oneOf(chance, [
      `/api/ecommerce?page=1&perPage=20&${scope}`,
      `/api/domain?page=1&perPage=50&${scope}`,
      `/api/dashboard_v2/client/chart/home?${scope}`,
    ])
    await ask('GET', path, client.token)
    await sleep(50)
  }
  const post = (path: string, body: object, grant?: string) => ask('POST', path, analyst.token, body, grant)
  const clients: (() => Promise<unknown>)[] = [
    () => upload('e-commerce', between(chance, 200, 5000)),
    () => upload('e-commerce', between(chance, 200, 1200)),
    () => upload('domain', between(chance, 200, 600)),
    notify,
    () =>
      changeEach(
        journal.statuses,
        () => oneOf(chance, ['22', '33', '44', '00']),
        (finding, statusfrom, status) =>
          ask('POST', `/api/save-bulk-data/update-infrigement-status/${finding}`, client.token, {
            platform: 'e-commerce',
            status,
            statusfrom,
          }),
      ),
    () =>
      changeEach(
        journal.comments,
        () => `comment ${run} ${++number}`,
        (finding, _from, clientComment) =>
          ask('POST', `/api/ecommerce/${finding}/update-client-comment`, client.token, { clientComment }),
      ),
    read,
    read,
    downloader(world, { downloads: journal.downloads, chance, day }, { company, post }),
    toolUser(world, { toolJobs: journal.toolJobs, chance }, post),
  ]
  const running = clients.map(async (one) => {
    while (!over) {
      await one()
      await sleep(100)
    }
  })
  return {
    journal,
    stop: async () => {
      over = true
      await Promise.all(running)
    },
  }
}

function shopRow(tag: string, index: number): object {
  return {
    sn: index + 1,
    site: 'Amazon',
    url: `https://shop.example/${tag}/${index}`,
    title: `${tag} item ${index}`,
    price: 100 + index,
    reason: 'Counterfeit',
    priority: 'High',
    status: '33',
    username: `seller${index % 37}`,
    lid: `${tag}L${index}`,
    brand: '',
    image: 'https://img.example/x.jpg',
    employeeCode: 'E1',
  }
}

function domainRow(tag: string, index: number): object {
  return {
    sn: index + 1,
    domain: `${tag}-${index}.example.com`,
    priority: 'High',
    status: '22',
    reason: 'Phishing',
    registrar: 'Namekeep Registrar',
    ipAddress: '203.0.113.7',
    hosting: 'Zonehost',
    image: 'https://img.example/x.jpg',
    url: `https://${tag}-${index}.example.com/`,
  }
}
