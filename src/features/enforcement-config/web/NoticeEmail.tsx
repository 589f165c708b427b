import { Alert, Table, Tabs, Text } from '@mantine/core'
import type { NoticePreview } from '#features/enforcement-config/contract.ts'
import { missingValues, texts } from './texts.ts'
import classes from './NoticeEmail.module.css'

/** Preview of an email: its header, its missing values, and its formatted and plain text bodies. */
export function NoticeEmail({ notice, isTest = false }: { notice: NoticePreview; isTest?: boolean }) {
  const head = [
    [isTest ? texts.toTest : texts.to, notice.to],
    [texts.subject, notice.subject],
    [texts.attachments, notice.attachments.join(', ') || texts.none],
  ] as const
  return (
    <>
      <Table variant="vertical" withTableBorder layout="fixed" aria-label={texts.head}>
        <Table.Tbody>
          {head.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w={150}>
                {name}
              </Table.Th>
              <Table.Td className={classes.value}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notice.missing.length > 0 ? (
        <Alert color="yellow" variant="light">
          {missingValues(notice.missing)}
        </Alert>
      ) : null}
      <Tabs defaultValue="formatted" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="formatted">{texts.formatted}</Tabs.Tab>
          <Tabs.Tab value="plain">{texts.plain}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="formatted" pt="xs">
          {/* Untrusted markup of the email: the sandbox disables scripts, forms and links to other windows. The same
              origin lets the finding's picture load; without scripts it gives the markup nothing else. */}
          <iframe
            className={classes.mail}
            title={texts.previewTitle}
            sandbox="allow-same-origin"
            srcDoc={notice.html}
          />
        </Tabs.Panel>
        <Tabs.Panel value="plain" pt="xs">
          <Text component="pre" size="sm" className={classes.plain} tabIndex={0}>
            {notice.text}
          </Text>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
