import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { saveTemplate } from '#features/findings/server/save-template.ts'
import { setUpRevisitTests } from '#features/revisits/server/testing-revisits.ts'
import { respondWith } from '#features/revisits/server/testing-sites.ts'
import { hashMarkup } from '#kit/server/markup-hash.ts'
import { kitPage, ownPage } from '#kit/server/testing-markup.ts'
import { website } from '#platforms/website.ts'
import { groupTemplates } from './group-templates.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { at, post } = actions
const { enforced, nextDay } = setUpRevisitTests(actions)
const { add, fold, groupsOf, pageOf, membersOf } = setUpClusterTests(actions)

const work = async () => {
  while ((await groupTemplates(at.testApp.app)) > 0);
  await fold()
}
/** The cluster of a finding by its template, if it has one. */
const templateOf = async (id: string, who?: string) =>
  (await groupsOf(id, who)).find(({ links }) => links.some(({ kind }) => kind === 'template'))
/** Findings whose pages were seen; each site has this page. */
async function seen(pages: readonly { page: string; site: string }[], owner?: { companyId: string; brandId: string }) {
  const ids = await add(
    website,
    pages.map(() => ({})),
    owner,
  )
  const companyId = owner?.companyId ?? at.world.companies.parent
  for (const [n, { page, site }] of pages.entries())
    await saveTemplate(at.database.db, {
      companyId,
      findingId: ids[n]!,
      hash: hashMarkup(page)!,
      host: `www2.${site}`,
      site,
      isDrawn: false,
    })
  await work()
  return ids
}
/** A kit of its own for each test: groups are shared by all. */
const kitOf = (name: string) => (brand: string, seed: number) =>
  kitPage(brand, seed).replaceAll(/class="/g, `class="${name}-shell ${name}-`)

describe('page templates', () => {
  test('clones of a kit that visits saw are one cluster, with a site as reason; pages that say nothing are in none', async () => {
    const html = { 'content-type': 'text/html' }
    const clones = await Promise.all(
      ['Aurevia', 'Tindral', 'Solmira', 'Castelune'].map((brand, n) =>
        enforced('11', respondWith(200, kitPage(brand, n * 13), html)),
      ),
    )
    const kit = kitPage('Aurevia', 5)
    const others = await Promise.all(
      [
        respondWith(200, ownPage(1), html),
        respondWith(200, ownPage(2), html),
        respondWith(200, '<title>Sign in</title><form><input name="email"></form>', html),
        respondWith(404, kit, html),
        respondWith(200, kit.replace('<body', '<script src="https://sedoparking.com/x.js"></script><body'), html),
        respondWith(200, kit.replace(/<title>.*?<\/title>/, '<title>Just a moment...</title>'), html),
        respondWith(200, kit.replace(/<title>.*?<\/title>/, '<title>Welcome to nginx!</title>'), html),
      ].map((site) => enforced('11', site)),
    )
    await nextDay()
    await work()
    const group = await templateOf(clones[0]!.id)
    expect(group).toMatchObject({
      findings: 4,
      links: [{ kind: 'template', text: expect.stringMatching(/^site-\d+\.test$/) }],
    })
    expect(group!.links[0]!.text).not.toBe(clones[0]!.host)
    expect(await membersOf(group!.clusterId)).toEqual(clones.map(({ id }) => id).sort())
    for (const { id } of others) expect(await templateOf(id)).toBeUndefined()
    expect(await pageOf(group!.clusterId)).toMatchObject({
      kind: 'template',
      name: expect.stringMatching(/^site-/),
      findings: 4,
    })
    // What is down stays where it was, and a page that became another one leaves.
    clones[1]!.turns(respondWith(404))
    clones[2]!.turns(respondWith(200, ownPage(3), html))
    await nextDay()
    await work()
    expect(await membersOf(group!.clusterId)).toEqual([0, 1, 3].map((n) => clones[n]!.id).sort())
  })

  test('pages of one site say nothing until another site has their template', async () => {
    const kit = kitOf('lone')
    const ids = await seen([1, 2, 3].map((seed) => ({ page: kit('Bazar', seed), site: 'bazar.example' })))
    for (const id of ids) expect(await templateOf(id)).toBeUndefined()
    const [other] = await seen([{ page: kit('Clone', 4), site: 'clone.example' }])
    expect(await templateOf(ids[0]!)).toMatchObject({
      findings: 4,
      links: [{ kind: 'template', text: 'www2.clone.example' }],
    })
    expect(await templateOf(other!)).toMatchObject({
      findings: 4,
      links: [{ kind: 'template', text: 'www2.bazar.example' }],
    })
  })

  test('joins no clusters, is parted like others, and stays parted when the page is seen again', async () => {
    const kit = kitOf('part')
    const ids = await seen([1, 2, 3].map((seed) => ({ page: kit('Part', seed), site: `part-${seed}.example` })))
    await at.database.pool.query('update findings_website set ip_address = $1 where finding_id = any($2)', [
      '198.51.100.77',
      ids,
    ])
    await fold()
    const groups = await groupsOf(ids[0]!)
    expect(groups.map(({ links }) => links.map(({ kind }) => kind))).toEqual(
      expect.arrayContaining([['host'], ['template']]),
    )
    const { clusterId } = (await templateOf(ids[0]!))!
    const { version } = await pageOf(clusterId)
    const body = { version, findings: [ids[2]], note: 'A shop of its own' }
    expect((await post(`clusters/${clusterId}/part`, body, 'analyst')).statusCode).toBe(200)
    await at.database.pool.query('update findings_website set url = url || $1 where finding_id = any($2)', [
      '?again',
      ids,
    ])
    await work()
    expect(await membersOf(clusterId)).toEqual(ids.slice(0, 2).sort())
    expect(
      (await post(`clusters/${clusterId}/join`, { version: version + 1, findings: [ids[2]] }, 'analyst')).statusCode,
    ).toBe(422)
  })

  test('is of one company, and a Client reads no site of a finding that it may not see', async () => {
    const kit = kitOf('own')
    const { companies, brands } = at.world
    const hidden = { companyId: companies.parent, brandId: brands.disabled }
    await seen([{ page: kit('Secret', 1), site: 'secret.example' }], hidden)
    const ids = await seen([2, 3].map((seed) => ({ page: kit('Own', seed), site: `own-${seed}.example` })))
    const foreign = { companyId: companies.foreign, brandId: brands.foreign }
    const theirs = await seen(
      [4, 5].map((seed) => ({ page: kit('Theirs', seed), site: `theirs-${seed}.example` })),
      foreign,
    )
    const group = (await templateOf(ids[0]!, 'client'))!
    expect(group).toMatchObject({ findings: 2, links: [{ text: 'www2.own-3.example' }] })
    const page = await pageOf(group.clusterId, 'client')
    expect(page).toMatchObject({ findings: 2, name: 'www2.own-2.example' })
    expect(JSON.stringify(page)).not.toMatch(/secret|theirs/)
    expect((await pageOf(group.clusterId)).findings).toBe(3)
    expect(await templateOf(theirs[0]!, 'foreignClient')).toMatchObject({ findings: 2 })
    expect((await pageOf(group.clusterId)).elsewhere).toMatchObject([
      { company: { name: 'Zenith' }, shared: { kind: 'template' } },
    ])
  })

  test('of more than 500 findings is common, as a bare theme of a shop system is', async () => {
    const kit = kitOf('bare')
    const [first] = await seen([1, 2].map((seed) => ({ page: kit('Bare', seed), site: `bare-${seed}.example` })))
    expect(await templateOf(first!)).toMatchObject({ findings: 2 })
    await at.database.pool.query(
      `with made as (
         insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key)
         select company_id, gen_random_uuid(), brand_id, platform, reporting_date, status, gen_random_uuid()
         from findings, generate_series(1, 500) where id = $1 returning company_id, id),
       own as (insert into findings_website (company_id, finding_id, url)
         select company_id, id, 'https://' || id || '.example' from made)
       insert into finding_templates (company_id, finding_id, hash, host, site, is_drawn, group_id, is_waiting)
       select m.company_id, m.id, t.hash, m.id::text, m.id::text, false, t.group_id, false from made m, finding_templates t where t.finding_id = $1`,
      [first],
    )
    await fold()
    expect(await templateOf(first!)).toBeUndefined()
  })
})
