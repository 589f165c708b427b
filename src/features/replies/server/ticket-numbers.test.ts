import { expect, test } from 'vitest'
import { ticketIn } from './ticket-numbers.ts'

test.each([
  ['[example.com #12345] AutoReply: Notice', '', '[example.com #12345]'],
  ['[Ticket#2026112200017] Notice', '', '[Ticket#2026112200017]'],
  ['[#ABC-123-45678]: Notice', '', '[#ABC-123-45678]'],
  ['Re: [#4711] Notice', '', '[#4711]'],
  ['Re: Notice ref:_00D20abc._50020xyz:ref', '', 'ref:_00D20abc._50020xyz:ref'],
  ['Your report', 'Your Report ID: 00ff17aa', '[#00ff17aa]'],
  ['Incident', 'Incident ID: DCU001234567', '[#DCU001234567]'],
  ['Re: [AbuseID:F1A2B3C:1D] Notice', '', '[AbuseID:F1A2B3C:1D]'],
  ['Re: [3-8812000031234] Your Request to Google', '', '[3-8812000031234]'],
  ['GoDaddy Abuse - DCU000123', '', '[#DCU000123]'],
  ['Re: Notice', 'This email confirms that we received your report, DCU000123.', '[#DCU000123]'],
  ['Re: Notice', '尊敬的用户，您好！您的来信已收到，工单号 8823311。', '[#8823311]'],
  ['Re: Notice', 'Hi,\n\nthank you, logged as request 882211. An engineer picks these up in turn.', '[#882211]'],
  ['[## 4471 ##] Notice', '', '[## 4471 ##]'],
  ['Re: Notice [BK 0123abcd]', 'Ihre Anfrage wird unter der Vorgangsnummer 12345 bearbeitet.', '[#12345]'],
  ['Re: Notice', 'Votre signalement a été enregistré. Numéro de dossier : 7781200', '[#7781200]'],
  ['Re: Notice', 'Вашей заявке присвоен номер. Номер обращения 447720', '[#447720]'],
  ['Re: Notice', '受付番号：ON-20261120-0099', '[#ON-20261120-0099]'],
  ['Re: Notice', 'チケット番号: 778812', '[#778812]'],
  ['Re: Notice', '정상적으로 접수되었습니다. (접수번호 20261120-334)', '[#20261120-334]'],
  ['Re: Notice', 'Talep numaranız 447724. Ekibimiz size dönüş yapacaktır.', '[#447724]'],
  ['Re: Notice', 'Terima kasih. Laporan Anda #6612 telah kami terima.', '[#6612]'],
  ['Re: Notice', 'Yêu cầu của bạn #88213 đã được ghi nhận.', '[#88213]'],
  ['Re: Notice', 'Am înregistrat solicitarea dvs. nr. 55120.', '[#55120]'],
  ['Re: Notice', 'Λάβαμε το αίτημά σας #77120.', '[#77120]'],
  ['Re: Notice', 'تیکت شما #44120 ثبت شد.', '[#44120]'],
  ['Re: Notice', 'تم استلام طلبك رقم 990112.', '[#990112]'],
  ['Re: Notice', 'הפנייה שלך #33912 התקבלה.', '[#33912]'],
  ['Re: Notice', 'เราได้รับคำร้องของคุณ #20417 แล้ว', '[#20417]'],
  ['Incident INC0044771 -- opened on your behalf', '', '[#INC0044771]'],
])('of %s %s the ticket %s is kept', (subject, body, ticket) => {
  expect(ticketIn(subject, body)).toBe(ticket)
})

test.each([
  ['Re: Notice', 'We removed it in 2026.'],
  ['Re: Notice [BK 01234567]', 'Done.'],
  ['Re: Notice', 'Your report of 2026-11-20 was read. Please call +49 9831 505-0, Mon-Fri 8-18.'],
  ['Re: Notice', 'We answered your complaint on 20.11.2026 at 14:05.'],
  ['Re: Notice', 'In case 24 hours pass without an answer, write again. Case closed 100 % of the time.'],
  ['Re: Notice', 'The reference price is 12,999.00 INR; the report costs 15000 EUR.'],
  ['Re: Notice', 'The report 192.0.2.10 sent us is about another host. VAT ID DE123456789, HRB 6089.'],
  ['Re: Notice', 'Nothing found.\n\nOn Fri, 20 Nov 2026 at 10:15, Brand Desk wrote:\n> Case 1234567, order 998877'],
  ['Re: Notice', '> Ticket number: 4711234\n> Order #998877\n\nNo.'],
  ['Re: Notice', 'Pesanan Anda #998877 sudah dikirim.'],
  ['Re: Notice', 'Your order 998877 was shipped; invoice 2026-1234.'],
  ['Re: Notice', 'report_id 0199f0c4-1111-7abc-8def-0123456789ab'],
])('in %s %s there is no ticket', (subject, body) => {
  expect(ticketIn(subject, body)).toBeNull()
})
