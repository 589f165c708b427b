import { ActionIcon, Menu, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowsMaximize, IconChartBar, IconDownload, IconPrinter, IconTable } from '@tabler/icons-react'
import { use, useState } from 'react'
import { toastError } from '#kit/web/alerts.ts'
import { saveFile } from '#kit/web/fetch-file.ts'
import { LateMenu } from '#kit/web/LateMenu.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { ChartSubject, chartFileName } from './chart-subject.ts'
import { type Chart, type ChartActions, tableOf } from './chart.ts'
import { ChartBody } from './ChartBody.tsx'
import classes from './chart.module.css'

type Props = {
  title: string
  subtitle?: string
  chart: Chart
  actions?: ChartActions
  /** Inside another card: without a border. */
  isInner?: boolean
  /** Of its heading: 3 below a heading of its own kind. */
  level?: 2 | 3
  /** A neighbouring chart shows the same legend; the enlarged chart has its own. */
  hideLegend?: boolean
}

const noActions: ChartActions = {}
const failureText = 'Something went wrong'

/** A chart with title, legend and table that can be enlarged, printed, and downloaded as PNG or CSV. */
export function ChartCard(props: Props) {
  const { title, subtitle, chart, actions = noActions, isInner = false, level = 2, hideLegend = false } = props
  const [isTable, table] = useDisclosure(false)
  const [isLarge, large] = useDisclosure(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const isNarrow = useNarrow()
  const toggle = (name: string) =>
    setHidden((old) => (old.has(name) ? new Set([...old].filter((one) => one !== name)) : new Set([...old, name])))
  const saved = { title, chart, name: chartFileName(title, use(ChartSubject)) }
  const body = { title, chart, actions, hidden, toggle, isTable }

  return (
    <section className={isInner ? classes['inner'] : classes['card']} aria-label={title} data-chart={title}>
      <header className={classes['head']}>
        <Title order={level} size="h3" className={classes['title']!}>
          {title}
        </Title>
        <div className={classes['tools']}>
          <ActionIcon
            aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            aria-pressed={isTable}
            onClick={table.toggle}
          >
            {isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
          </ActionIcon>
          <ActionIcon aria-label={`Print ${title}`} onClick={() => void withErrorToast(() => print(title, chart))}>
            <IconPrinter size={16} />
          </ActionIcon>
          <LateMenu
            target={
              <ActionIcon aria-label={`Download ${title}`}>
                <IconDownload size={16} />
              </ActionIcon>
            }
          >
            <Menu.Item onClick={() => void withErrorToast(() => savePicture(saved))}>PNG</Menu.Item>
            <Menu.Item onClick={() => void withErrorToast(() => saveTable(saved))}>CSV</Menu.Item>
          </LateMenu>
          <ActionIcon aria-label={`Enlarge ${title}`} onClick={large.open}>
            <IconArrowsMaximize size={16} />
          </ActionIcon>
        </div>
      </header>
      {subtitle && (
        <Text size="xs" c="dimmed" className={classes['subtitle']!}>
          {subtitle}
        </Text>
      )}
      <ChartBody {...body} hasLegend={!hideLegend} />
      {isLarge && (
        <OpenModal onClose={large.close} size={1140} centered fullScreen={isNarrow === true} title={title}>
          <ChartBody {...body} isLarge />
        </OpenModal>
      )}
    </section>
  )
}

type Saved = { title: string; chart: Chart; name: string }

async function savePicture({ title, chart, name }: Saved): Promise<void> {
  const { pictureOf } = await import('./picture.ts')
  saveFile(await pictureOf(title, chart), `${name}.png`)
}

async function saveTable({ chart, name }: Saved): Promise<void> {
  const { saveCsv } = await import('#kit/web/save-csv.ts')
  const { heads, rows } = tableOf(chart)
  saveCsv(name, [heads, ...rows.map(({ cells, numbers }) => [...cells, ...numbers])])
}

async function print(title: string, chart: Chart): Promise<void> {
  const [{ pictureOf }, { printSheet }] = await Promise.all([import('./picture.ts'), import('./print.ts')])
  await printSheet(title, await pictureOf(title, chart), tableOf(chart))
}

async function withErrorToast(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (problem) {
    console.error(problem)
    toastError(failureText)
  }
}
