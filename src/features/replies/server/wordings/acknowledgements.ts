import type { Pair, Wordings } from './folded.ts'

/** What an acknowledgement says in so many words: that something arrived, or that a program wrote this. */
export const acknowledgements: Wordings = {
  en: String.raw`(?:we|have)(?:.ve| have)? (?:successfully )?(?:received|logged|registered|got) (?:your|the) (?:abuse |support |recent |legal |new )?(?:report|request|message|e-?mail|complaint|submission|ticket|inquiry|enquiry|notice|case)|(?:received|have|got) your (?:[\w-]+ ){0,3}(?:report|complaint|notice|message|request|submission|e-?mail|mail|letter|ticket)|this (?:is an )?(?:message|e-?mail)?.{0,30}(?:automat(?:ed|ic)(?:ally)?|auto-?generated)|(?:please )?do not (?:reply|respond) to this|there is no need to reply to this message right now|(?:thanks?(?: you)?|cheers) (?:so much |very much )?for (?:getting in touch|reaching out|writing|contacting|your (?:report|submission|abuse report|e-?mail|message|note)|reporting|submitting|letting us|bringing|taking|telling|sending|the (?:report|notice))|(?:a |your |new )?(?:support )?(?:ticket|case|request|incident)(?: .{0,60})? (?:has (?:now )?been|was) (?:created|opened|assigned|generated|received|logged|registered)|(?:logged|registered|filed|recorded) (?:as|under|with)|(?:acknowledge|confirm)(?:s|ing)? (?:the )?(?:receipt|that we)|following (?:issue|ticket|bug|case|request) has been|(?:we|has been) (?:parsed|processed) (?:your|the) (?:\w+ )?report|(?:received|have|got) your (?:[\w-]+ ){0,4}(?:notification|concerns?|claim|correspondence|letter|query|form|grievance|referral|details|submission)\b|(?:this|we) (?:is to |hereby )?(?:acknowledges?|confirms?) (?:the )?(?:receipt|that)|thanks? (?:you )?for (?:the |your )(?:[\w-]+ ){0,2}(?:report|notice|notification|message|mail|complaint|submission|enquiry|inquiry)|case (?:has been |was )?(?:created|opened|raised)|ticket (?:has been |was )?raised|(?:has|have) been (?:duly )?(?:received|registered|docketed|noted)|your (?:mail|report|message) (?:is|has been) (?:in|with|safely)|(?:we|the team) (?:hear|heard) you|\b(?:we|we.ve) got (?:this|it)\b|(?:sit tight|hang tight|expect (?:an? )?(?:answer|reply|response) (?:in|within))`,
  de: 'vielen dank f[uü]r ihre (?:nachricht|anfrage|meldung|e-?mail|mitteilung)|automatisch (?:erstellt|generiert|erzeugt|versendet|verschickt)|eingangsbestätigung|diese e-?mail wurde automatisch|bitte antworten sie nicht auf diese|(?:wir haben|haben wir) (?:ihre|deine|eure|ihr|dein) .{0,40}(?:erhalten|bekommen|empfangen|aufgenommen)|(?:danke|vielen dank|besten dank|herzlichen dank) (?:für|dass) (?:ihre|die|deine|eure|den|ihren|sie)|bestätigen (?:hiermit |ihnen )?(?:den|die) (?:eingang|erhalt)',
  fr: 'merci (?:de nous avoir|pour votre|de votre)|nous avons bien reçu|nous accusons réception|accusé de réception|(?:message|réponse|courriel|e-?mail) automatique|envoyé automatiquement|prise? en compte sous|merci de ne pas répondre à ce (?:message|mail|courriel)|ne pas répondre à cet? (?:e-?mail|message)|(?:avons|a|ai) bien (?:reçu|enregistré|noté)|merci (?:pour|de|d.avoir)|nous vous remercions|accus\\p{L}+ (?:de )?réception|a (?:bien )?été (?:reçue?|enregistrée?|prise? en)',
  es: 'gracias por (?:contactar|comunicar|su |escrib)|hemos recibido su|acuse de recibo|(?:mensaje|correo|respuesta) automátic|generado automáticamente|no responda a este (?:mensaje|correo)|hemos (?:abierto|creado|registrado) (?:el|un|su) (?:ticket|caso|incidencia)|(?:hemos|se ha) (?:recibido|registrado|recepcionado)|recibimos (?:su|tu)|gracias por|acus(?:amos|o) (?:de )?recibo|le confirmamos la recepción',
  pt: 'obrigad[oa] (?:pel[oa]|por )|recebemos (?:a |o )?(?:su|seu|sua|vossa|vosso)|mensagem automática|e-?mail automático|gerad[ao] automaticamente|não responda (?:a )?est[ea]|chamado .{0,40}(?:aberto|criado|registrado)|aviso de rece[cp]ção|acus(?:amos|o) (?:a )?rece[cp]ção|foi atribuíd|foi registad[oa]|registramos|damos entrada|(?:recebemos|registámos|registramos|confirmamos)|agradecemos (?:o|a|pelo|pela)|obrigad[oa] por',
  it: 'grazie per (?:aver|la sua|il suo)|abbiamo ricevuto|pres[ao] in carico|conferma di ricezione|(?:messaggio|risposta|e-?mail) automatic[ao]|generat[ao] automaticamente|non rispondere a quest|si prega di non rispondere|grazie (?:per|di)|la ringraziamo|abbiamo (?:ricevuto|preso|registrato)|confermiamo (?:la ricezione|di aver)',
  nl: 'w(?:ij|e) hebben (?:uw|je) .{0,60}ontvangen|ontvangstbevestiging|automatisch (?:gegenereerd|verzonden|bericht)|(?:gelieve )?niet (?:te )?(?:antwoorden|reageren) op (?:dit|deze)|bedankt voor (?:uw|je) (?:bericht|melding|e-?mail|aanvraag)|(?:bedankt|dank) (?:voor|dat)|ontvingen (?:wij|we)|is (?:goed |in goede orde )?(?:ontvangen|aangekomen|binnengekomen)|we hebben (?:het|deze|die|je|uw)',
  sv: 'vi har (?:mottagit|registrerat|tagit emot|fått) (?:din|ditt|ert|er)|(?:tack|takk|tak) f[oö]r (?:din|ditt|ert|er|att du kontaktar) ?(?:anmälan|ärende|e-?post|meddelande|mejl)?|automatiskt (?:meddelande|genererat|svar)|svara inte på detta|mottagningsbekräftelse',
  no: 'vi har (?:mottatt|registrert|fått) (?:din|ditt|deres|henvendelse)|takk for (?:din |at du |deres )?(?:henvendelse|melding|e-?post|kontakt)|automatisk (?:generert|svar|melding)|ikke svar på denne',
  da: 'vi har (?:modtaget|registreret) (?:din|dit|deres|jeres)|tak for (?:din |jeres |deres )?(?:henvendelse|besked|mail|e-?mail)|automatisk (?:genereret|svar|besked|mail)|kvittering for modtagelse',
  is: 'við höfum móttekið|erindi þitt (?:hefur verið|er) (?:móttekið|skráð)|beiðni þín hefur verið|sjálfvirk',
  fi: 'olemme (?:vastaanottaneet|saaneet)|kiitos (?:yhteydenotosta|viestistä|ilmoituksesta)|vastaanotettu ja|automaattinen (?:viesti|ilmoitus|vahvistus)|älä vastaa tähän|on kirjattu (?:palvelupyyn|tiket|järjestelm)',
  et: 'oleme (?:teie|sinu) .{0,40}(?:kätte saanud|vastu võtnud|registreerinud)|täname (?:pöördumise|kirja|teate|teie)|on (?:kätte saadud|vastu võetud|registreeritud)|automaatne (?:teade|kiri|vastus)|palun ärge vastake',
  lv: 'esam saņēmuši|(?:ir|tika|ziņojums|pieteikums) (?:saņemts|reģistrēts)|paldies par (?:jūsu|ziņ|vēstul|pieteikum)|automātisk[sai] (?:ziņ|veidot|izveidot|ģenerēt)|lūdzu, neatbildiet',
  lt: 'gavome jūsų|(?:užklausa|laiškas|pranešimas|kreipimasis|prašymas) .{0,40}(?:gauta|gautas|užregistruot|priimt|sukurt)|dėkojame,? kad (?:kreipėtės|parašėte|susisiekėte)|dėkojame už (?:jūsų )?(?:užklausą|laišką|pranešimą|kreipimąsi)|automatinis (?:pranešimas|laiškas)|neatsakykite į šį',
  pl: String.raw`otrzymaliśmy|zostało (?:zarejestrowane|przyjęte|utworzone)|dziękujemy za (?:zgłoszenie|kontakt|wiadomość|przesłanie)|(?:wiadomość|odpowiedź) (?:została )?(?:wygenerowan\p{L}+ )?automatyczn|potwierdz\p{L}+ (?:otrzymani|przyjęci|wpłyn)|prosimy nie odpowiadać|dziękujemy|potwierdzamy|(?:została|został|zostało) (?:zarejestrowan|przyjęt|przekazan)`,
  cs: 'přijali jsme|obdrželi jsme|děkujeme za (?:vaši |vaše |vaš )?(?:zprávu|dotaz|hlášení|e-?mail|podnět|kontakt)|automatick(?:y|á|é) (?:generovan|vytvořen|odeslan|zpráv|odpověď)|neodpovídejte na|bylo přiděleno číslo',
  sk: 'prijali sme|dostali sme|obdržali sme|ďakujeme za (?:vašu |vaše |váš )?(?:správu|otázku|hlásenie|e-?mail|podnet|kontakt)|automatick(?:y|á|é) (?:generovan|vytvoren|odoslan|správ|odpoveď)|neodpovedajte na|bolo pridelené číslo',
  sl: 'smo prejeli|(?:sporočilo|zahtevek|prijava) .{0,40}(?:prejet|zabeležen|evidentiran|sprejet)|hvala za (?:vaše |vaš )?(?:sporočilo|prijavo|povpraševanje)|samodejno (?:ustvarjen|sporočilo|generiran)|ne odgovarjajte na',
  hr: '(?:zaprimili|primili) smo|(?:upit|zahtjev|prijava|poruka) .{0,40}(?:zaprimlj|evidentiran|registriran)|hvala (?:vam )?(?:na|što ste) (?:vašoj |upitu|poruci|prijavi|javili|kontaktirali)|automatski (?:generiran|poslan|poruka)|ne odgovarajte na ovu',
  sr: '(?:примили|запримили) смо|(?:упит|захтев|пријава|порука) .{0,40}(?:примљен|запримљен|евидентиран|регистрован)|хвала (?:вам )?(?:на|што)|аутоматск(?:и|а) (?:генерисан|порука|одговор)|(?:primili|zaprimili) smo|(?:zahtev|prijava|upit) .{0,40}(?:primljen|zaprimljen|registrovan|evidentiran)',
  mk: '(?:го|ја) примивме|вашето барање .{0,40}(?:примено|регистрирано)|автоматска порака',
  sq: 'kemi marrë|kërkesa juaj .{0,40}(?:u regjistrua|është marrë)',
  hu: 'megkaptuk|megérkezett hozzánk|(?:bejelentés|megkeresés|üzenet|levele|kérés)\\p{L}* .{0,60}(?:rögzít|iktat|fogad|megérkez|regisztrál)|köszönjük (?:a )?(?:megkeres|bejelent|level|üzenet)|automatikus(?:an)? (?:üzenet|generált|küldött|levél)|ne válaszoljon',
  ro: 'am primit|(?:solicitarea|cererea|mesajul|sesizarea|tichetul) .{0,60}(?:a fost (?:înregistrat|primit|creat|recepționat)|înregistrat)|vă mulțumim (?:pentru|că)|mesaj (?:generat )?automat|nu răspundeți la acest',
  bg: 'получихме|(?:запитване|заявка|сигнал|съобщение|писмо)\\p{L}* .{0,40}(?:е (?:получен|регистриран|приет|създаден))|благодарим (?:ви )?(?:за|че)|автоматичн(?:о|а) (?:съобщение|генериран|изпратен)|не отговаряйте на това',
  ru: '(?:мы )?получили ваш|ваш[еа]? (?:обращение|заявка|запрос|письмо|жалоба|сообщение|тикет).{0,60}(?:получен|зарегистрирован|принят|создан)|(?:спасибо|благодарим) за (?:ваше )?(?:обращение|письмо|сообщение)|автоматическ(?:и|ое|ая) (?:сообщение|уведомлен|сгенерирован|создан|отправлен)|не отвечайте на это|(?:спасибо|благодарим) (?:вас )?за|(?:письмо|обращение|заявка|жалоба|уведомление) .{0,40}(?:доставлен|получен|принят|передан)|получили вашу?',
  uk: 'отримали ваш|(?:звернення|запит|заявк|лист|скарг)\\p{L}* .{0,60}(?:отриман|зареєстрован|прийнят|створен)|дякуємо за (?:ваше |ваш )?(?:звернення|лист|повідомлення)|автоматичн(?:о|е) (?:повідомлення|згенерован|створен)|не відповідайте на це',
  be: 'атрымалі ваш|ваш зварот .{0,40}зарэгістраван',
  el: 'λάβαμε (?:το|την)|(?:αίτημ|μήνυμ|αναφορ)\\p{L}* .{0,60}(?:παρελήφθη|καταχωρ|ελήφθη|έχει (?:ληφθεί|καταχωρ)|δημιουργ)|ευχαριστούμε (?:για|που)|αυτόματο (?:μήνυμα|email)|μην απαντήσετε σε αυτό',
  tr: 'talebiniz.{0,60}al[iı]nm[iı][sş]|(?:talebiniz|mesajınız|bildiriminiz|başvurunuz|şikayetiniz|iletiniz) .{0,60}(?:alın|kaydedil|ulaş|oluşturul|kayıt)|bizimle iletişime geçtiğiniz için|otomatik olarak (?:oluşturul|gönderil)|yanıtlamayınız|(?:aldık|alınmıştır|ulaşmıştır|ulaştı|kaydedilmiştir|iletilmiştir)|teşekkür ederiz',
  az: 'müraciətiniz .{0,40}(?:qəbul|qeydə)',
  ka: 'თქვენი (?:მოთხოვნა|შეტყობინება) .{0,40}(?:მიღებულია|დარეგისტრირდა)|მივიღეთ თქვენი',
  hy: 'ձեր (?:հարցումը|նամակը) .{0,40}(?:ստացվել|գրանցվել)',
  kk: 'өтінішіңіз .{0,40}(?:қабылданды|тіркелді)',
  ar: 'قد استلمنا|تم استلام|لقد (?:تلقينا|استلمنا)|تلقينا (?:رسالت|طلب|بلاغ)|تم (?:تسجيل|إنشاء|فتح|استقبال) (?:طلب|تذكرة|بلاغ|رسالت|شكوا)|شكرا (?:لك |لكم )?(?:على|ل)?ـ?تواصل|رسالة (?:آلية|تلقائية)|لا ترد على هذ',
  fa: '(?:درخواست|تیکت|پیام|گزارش|ایمیل)\\p{L}* .{0,60}(?:ثبت (?:شد|گردید)|دریافت (?:شد|گردید|کرد)|ایجاد شد)|از تماس شما (?:با ما )?(?:متشکریم|سپاسگزاریم)|به صورت خودکار|پاسخ ندهید',
  ur: 'آپ کی (?:درخواست|شکایت) .{0,40}موصول',
  he: 'פנייתך (?:התקבלה|נקלטה|נרשמה)|(?:פנייתך|פנייתכם|הודעתך|בקשתך|הפנייה|הקריאה) .{0,40}(?:התקבלה|נקלטה|נרשמה|נפתחה)|קיבלנו את (?:פנייתך|הודעתך|בקשתך|פנייתכם)|תודה (?:על )?(?:פנייתך|שפנית|פנייתכם)|הודעה אוטומטית|אין להשיב',
  hi: '(?:आपका|आपकी) .{0,60}(?:प्राप्त (?:हुआ|हुई|हो|कर)|दर्ज (?:कर|हो|किया|की)|मिल (?:गया|गई)|पंजीकृत)|हमें आपका|संपर्क करने के लिए धन्यवाद|स्वचालित (?:संदेश|ईमेल)|(?:धन्यवाद|आभार)|प्राप्त हो',
  bn: '(?:আপনার) .{0,60}(?:পেয়েছি|গৃহীত|নথিভুক্ত|নিবন্ধিত|গ্রহণ করা হয়েছে)|যোগাযোগ করার জন্য ধন্যবাদ|স্বয়ংক্রিয় (?:বার্তা|ইমেল|ইমেইল)',
  ta: 'உங்கள் .{0,60}(?:பெறப்பட்டது|பெற்றுக்கொண்டோம்|பதிவு செய்யப்பட்டது|பெற்றோம்|கிடைத்தது)|தொடர்பு கொண்டதற்கு நன்றி',
  te: 'మీ (?:అభ్యర్థన|సందేశం) .{0,40}(?:అందింది|నమోదు)',
  mr: 'आपली (?:विनंती|तक्रार) .{0,40}(?:प्राप्त|नोंद)',
  id: 'telah (?:kami terima|diterima|menerima)|kami telah menerima|terima kasih (?:telah|atas|sudah) (?:menghubungi|laporan|email|pesan|melapor)|(?:dibuat|dikirim) (?:secara )?otomatis|(?:mohon|harap|jangan) (?:untuk )?(?:tidak )?(?:membalas|balas)|tiket .{0,40}(?:telah )?(?:dibuat|dibuka)',
  ms: 'telah (?:kami terima|diterima|menerima)|kami telah menerima|terima kasih (?:kerana|atas) (?:menghubungi|laporan|e-?mel|maklum balas)|dijana (?:secara )?(?:automatik|komputer)|jangan balas',
  fil: 'natanggap (?:na )?namin|salamat sa (?:iyong|inyong|pakikipag)',
  vi: '(?:chúng tôi )?đã (?:nhận được|tiếp nhận|ghi nhận)|(?:yêu cầu|phiếu|ticket|thư|email|phản ánh) .{0,60}(?:đã được (?:tiếp nhận|ghi nhận|tạo|gửi)|được tiếp nhận)|cảm ơn (?:bạn|quý khách|anh/chị) đã (?:liên hệ|gửi|phản ánh)|(?:email|thư) (?:này )?(?:được gửi )?tự động|không trả lời (?:email|thư) này',
  th: 'ได้รับ(?:เรื่อง|ข้อความ|อีเมล|แจ้ง|คำร้อง|คำขอ|การแจ้ง)|ขอบคุณ(?:ที่|สำหรับ)(?:ท่าน|คุณ)?(?:ติดต่อ|แจ้ง|การ(?:ติดต่อ|แจ้ง))|(?:อีเมล|ข้อความ)(?:นี้|ฉบับนี้)?.{0,20}อัตโนมัติ|กรุณาอย่าตอบกลับ|ลงทะเบียน(?:เรื่อง|คำร้อง)',
  km: 'បានទទួល',
  'zh-Hans':
    '已(?:经)?(?:收到|受理|登记|创建|提交)(?:您|你|贵)?|我们已(?:经)?收到|您的(?:请求|工单|邮件|举报|投诉|来信|反馈)(?:已|我们)|系统自动|自动(?:发送|发出|生成)|请勿(?:直接)?回复|感谢(?:您|你)的(?:来信|反馈|举报|联系)',
  'zh-Hant':
    '已(?:經)?(?:收到|受理|登記|建立|提交)(?:您|你|貴)?|我們已(?:經)?收到|您的(?:請求|工單|郵件|檢舉|投訴|來信|回饋|案件)(?:已|我們)|系統自動|自動(?:發送|發出|產生)|請勿(?:直接)?回[覆信]|感謝(?:您|你)的(?:來信|回饋|檢舉|聯[繫絡])',
  ja: '受け付け(?:いた|まし|ており|をいた)|受付(?:いた|完了|けいた|番号)|(?:お問い合わせ|お問合せ|ご連絡|ご報告|ご通報)(?:いただき|を(?:受|承|いただ)|(?:誠に)?ありがとうござ)|自動(?:送信|配信|返信|で(?:送信|お送り))|このメールには返信|受領(?:いた|しま)|(?:いただいた|頂いた)(?:内容|件)(?:は|を|について)',
  ko: '접수되었|접수 ?(?:완료|하였|했|번호)|(?:문의|신고|요청|메일)(?:해 ?주셔서|를|가|이)? .{0,20}(?:감사|접수|등록되|받았)|자동으로 (?:발송|전송|생성)|발신 ?전용|회신(?:하지|이 되지)',
  ca: 'hem rebut|(?:la vostra|la seva) (?:sol·licitud|petició|incidència) .{0,40}(?:rebuda|registrada|creada)|gràcies per (?:contactar|posar)|missatge automàtic',
  gl: 'recibimos a súa|grazas por contactar',
  eu: 'jaso dugu|eskerrik asko gurekin',
}

/** What was sent, and that it arrived or has a number: both near one another acknowledge it. */
export const receipts: Readonly<Record<string, Pair>> = {
  en: [
    String.raw`your (?:abuse |support |recent |email |e-mail )*(?:report|request|message|e-?mail|complaint|submission|ticket|inquiry|enquiry|case|notice)\b|your (?:[\w-]+ ){0,3}(?:notification|concerns?|feedback|claim|correspondence|letter|mail|query|information|details|form|grievance|referral|submissions|reports|note)\b|(?:trailing|below|captioned) (?:mail|e-?mail)|(?:this|the|an?) (?:case|ticket|incident|grievance|complaint)\b`,
    'reached (?:us|our)|arrived|(?:in|joined) (?:our|the|a) (?:queue|line)|in line for|with our (?:\\w+ )?team|logged|been (?:successfully )?(?:received|created|logged|opened|assigned|registered|submitted|queued)|(?:was|is) (?:successfully )?(?:received|created|logged|opened|assigned|registered|submitted|being reviewed|queued)|(?:ticket|case|reference|request) (?:number|no|id) is|submitted|pending review|under review|in review|has been noted|on (?:its|the) way to|have (?:got )?your|taken (?:it )?on board|registered|come through|been (?:received|passed|forwarded|routed|escalated|shared) (?:to|with|on)|(?:have|got) (?:it|your \\w+)\\b|safely|waiting (?:for|to)|on file|assigned to|docketed|taken up|entered',
  ],
  de: [
    'ihre? (?:[\\p{L}-]{1,20}-)?(?:anfrage|nachricht|meldung|e-?mail|anliegen|beschwerde|mitteilung|schreiben)|(?:vorgangs|ticket|fall|bearbeitungs)-?(?:nummer|nr)|(?:ihr|ihre[mnrs]?|dein|deine[mnrs]?|eure?) (?:[\\p{L}-]+ )?(?:hinweis|eingabe|schreiben|beanstandung|reklamation|e-?mail|mail|ticket|anzeige|zuschrift|antrag|formular|report|meldung|anfrage|nachricht)',
    'eingegangen|erhalten|empfangen|erfasst|registriert|aufgenommen|entgegengenommen|angelegt|eröffnet|zugewiesen|vergeben|eingetroffen|angekommen|liegt (?:\\p{L}+ ){1,5}vor(?!\\p{L})|weitergegeben an|in bearbeitung|unter der nummer|zugeteilt|notiert|weitergeleitet|wird (?:geprüft|bearbeitet)|vorgemerkt|zugestellt|bestätig|bei uns|liegt vor|gespeichert',
  ],
  fr: [
    '(?:votre|vos|la|le) (?:demande|message|signalement|annonce|dossier|alerte|ticket|courriel|e-?mail|plainte|requête)|(?:votre|vos) (?:notification|réclamation|courrier|déclaration|mail|formulaire|e-?mails?|messages|requête|demande)',
    'reçu|enregistr|pris(?:e)? en (?:compte|charge)|a été (?:créé|ouvert|transmis)|porte le numéro|numéro (?:de )?(?:ticket|dossier)|parvenu|transmise? (?:à|au|aux) (?:nos|notre|nous)|en cours (?:de traitement|d.examen)|sous la référence|sous le numéro|attribué|arriv|transmis|dirigé|affecté|en attente|créé',
  ],
  es: [
    '(?:su|tu|la|el) (?:solicitud|mensaje|consulta|caso|reporte|denuncia|ticket|correo|incidencia|petición)|(?:su|tu|la|el|una?) (?:notificación|queja|reclamación|reclamo|comunicación|aviso|formulario|e-?mail|mail|reclamo)',
    'recibid|registrad|cread|abiert|asignad|número de (?:ticket|caso|incidencia|referencia)|tenemos|ha llegado|llegó|en (?:revisión|proceso|cola)|derivad|se le asignó|con el número|bajo el número|ingresad|remitid|trasladad|en estudio|a la espera|recibimos|recibió',
  ],
  pt: [
    '(?:sua|seu|vossa|vosso|a|o) (?:solicitação|mensagem|denúncia|pedido|chamado|ticket|e-?mail|reclamação|contacto|contato)|(?:sua|seu|tua|teu|vossa|vosso|a|o) (?:notificação|comunicação|queixa|mensagem|denúncia|formulário|ocorrência|participação|reporte)',
    'recebid|registrad|registad|criad|abert|protocolo|número d[oe] (?:chamado|ticket|protocolo|processo)|chegou|em análise|encaminhad|gerou|com o número|sob o número|recebemos|em fila|enviad|entregue|em (?:fila|tratamento|atendimento)|aguard|anotad',
  ],
  it: [
    '(?:la sua|la tua|il suo|il tuo|sua|la) (?:richiesta|segnalazione|messaggio|ticket|e-?mail|reclamo)|(?:la sua|la tua|la vostra|il suo|il tuo|il vostro|una?|la|il) (?:comunicazione|notifica|istanza|denuncia|esposto|mail|modulo|pratica)',
    'ricevut|registrat|pres[ao] in carico|apert[ao]|creat[ao]|assegnat|inoltrat[ao] al|pervenut|è arrivat|in (?:fase di )?(?:lavorazione|verifica|esame|carico)|numero (?:di )?(?:ticket|pratica)|con il numero|in coda|trasmess|inviat[ao] (?:al|ai)|sottopost|protocollat',
  ],
  nl: [
    '(?:uw|je) (?:bericht|aanvraag|melding|e-?mail|verzoek|klacht|ticket|vraag)|(?:uw|je|jouw) (?:kennisgeving|mail|notificatie|formulier|mededeling|brief|report|abusemelding)',
    'ontvangen|geregistreerd|aangemaakt|in behandeling|in goede orde|binnengekomen|bij ons (?:binnen|aangekomen)|onder nummer|met nummer|genoteerd|doorgezet|aangekomen|doorgestuurd|in de wachtrij|opgepakt|verwerkt',
  ],
  sv: [
    '(?:ditt|din|ert|er) (?:ärende|anmälan|meddelande|e-?post|förfrågan|mejl|begäran)',
    'mottag|registrer|tagits emot|skapats|ärendenummer|fått nummer|nått oss|kommit (?:in|fram)|har nummer|med nummer',
  ],
  no: [
    '(?:din|ditt|deres)? ?(?:sak|henvendelse|melding|forespørsel|e-?post)\\p{L}*',
    'mottatt|registrert|opprettet|saksnummer|fått (?:sak|nummer)|referansenummer|nådd oss|kommet (?:inn|frem)|fått saksnummer|med nummer',
  ],
  da: [
    '(?:din|dit|deres|jeres) (?:sag|henvendelse|besked|forespørgsel|mail|anmeldelse)',
    'modtaget|registreret|oprettet|sagsnummer|fået (?:sag|nummer)|nået frem|kommet (?:ind|frem)|får (?:sags)?nummer|med nummer|bekræfter',
  ],
  is: ['erindi|beiðni|fyrirspurn', 'móttekin|móttekið|skráð|málsnúmer'],
  fi: [
    '(?:viesti|ilmoitu|pyyn|yhteydenot|tiket|palvelupyyn|tapaus)\\p{L}*',
    'vastaanotettu|vastaanottan|kirjattu|saapunut|rekisteröity|avattu|tunnus|tapausnumero|saaneet|numerolla|käsitellään|saapumisjärj|tallennettu',
  ],
  et: [
    '(?:teie|sinu) (?:kiri|päring|pöördumine|teade|taotlus|kaebus)\\p{L}*',
    'kätte saadud|registreeritud|vastu võetud|saabunud|number|jõudnud|numbriga',
  ],
  lv: [
    '(?:jūsu|jusu) (?:ziņojum|pieteikum|vēstul|pieprasījum|e-?past|iesniegum)\\p{L}*',
    'saņemt|reģistrēt|pieņemt|piešķirts|ar numuru|saņēmām',
  ],
  lt: [
    '(?:jūsų|jusu) (?:užklaus|laišk|pranešim|kreipim|prašym|skund)\\p{L}*',
    String.raw`gaut|užregistruot|priimt|sukurt|suteiktas|numeri|nr\.`,
  ],
  pl: [
    '(?:zgłoszeni|wiadomoś|zapytani|sprawa|sprawie|e-?mail|reklamacj)\\p{L}*|(?:pismo|skarg|zawiadomieni|formularz|prośb|mail)\\p{L}*',
    'zarejestrowan|przyjęt|otrzyman|wpłynęł|nadano numer|utworzon|numer (?:zgłoszenia|sprawy|referencyjny)|dotarł|mamy już|pod numerem|trafił|w kolejce|czeka na|dotarł|zapisan|odebra|przekazan|dostarczon|w trakcie|rozpatrywan',
  ],
  cs: [
    '(?:oznámen|požadav|zpráv|hlášení|dotaz|podnět|e-?mail|tiket|ticket|žádost|stížnost)\\p{L}*',
    'přijat|zaevidov|zaregistrov|založen|vytvořen|přiděleno|obdrž|doručen|převza|dorazil|pod číslem|dostali|přišl',
  ],
  sk: [
    '(?:požiadavk|správ|hlásen|otázk|podnet|e-?mail|tiket|ticket|žiados|sťažnos)\\p{L}*',
    'prijat|zaevidov|zaregistrov|založen|vytvoren|pridelen|doručen|dorazil|pod číslom|dostali|priš',
  ],
  sl: [
    '(?:vaš|zahtev|sporočil|prijav|povpraševan)\\p{L}*',
    'prejel|prejet|zabelež|evidentir|sprejet|dodelil|številk|prispel|oddan|pod številko',
  ],
  hr: [
    '(?:vaš|upit|zahtjev|poruk|prijav|tiket)\\p{L}*',
    'zaprim|evidentir|registrir|dodijeljen|pod brojem|otvoren|zaveden|stigla|pristigl',
  ],
  sr: [
    '(?:ваш|упит|захтев|порук|пријав|тикет)\\p{L}*',
    'примљен|запримљен|евидентиран|регистрован|додељен|под бројем|отворен|заведен|стигла|заведена|примили',
  ],
  mk: ['(?:вашето|вашата|барање|порака|пријава)', 'примен|регистриран|под број'],
  hu: [
    '(?:bejelentés|megkeresés|üzenet|level|kérés|hibajegy|panasz)\\p{L}*',
    'rögzít|iktat|megérkez|regisztrál|megkapt|azonosító|létrehoz|nyilvántartásba|beérkez|számon|kapta|nyilvántart',
  ],
  ro: [
    '(?:solicitare|cerere|mesaj|sesizare|tichet|reclamați)\\p{L}*',
    'înregistrat|primit|creat|deschis|recepționat|preluat|numărul|ajuns|cu numărul|sub numărul|atribuit',
  ],
  bg: [
    '(?:запитване|заявка|сигнал|съобщение|писмо|жалба|тикет)\\p{L}*',
    'получен|регистриран|приет|създаден|под номер|с номер|заведен|постъпи|присвоен|получихме',
  ],
  ru: [
    '(?:обращени|заявк|запрос|письм|жалоб|сообщени|тикет)\\p{L}*|(?:уведомлен|претензи|заявлен|тикет|форм[ау]|вопрос|жалоб)\\p{L}*',
    'зарегистрирован|получен|принят|создан|присвоен|под номером|поступил|в работ|в очеред|взят|получили|назначен|доставлен|передан|направлен|на рассмотрени|внесен',
  ],
  uk: [
    '(?:звернен|запит|заявк|лист|скарг|повідомлен|тікет)\\p{L}*',
    'зареєстрован|отриман|прийнят|створен|присвоєн|під номером|надійш|отримали|за номером|в роботі|в черзі',
  ],
  el: [
    '(?:αίτημ|μήνυμ|αναφορ|email|καταγγελί)\\p{L}*',
    'παρελήφθη|παραλήφθηκε|καταχωρ|ελήφθη|ληφθεί|με αριθμό|δημιουργήθηκε|λάβαμε|παραλάβαμε|έφτασε|λάβαμε',
  ],
  tr: [
    '(?:talebiniz|mesajınız|bildiriminiz|başvurunuz|şikayetiniz|iletiniz|e-?postanız|biletiniz|destek talebi)|(?:bildirim|başvuru|şikayet|talep|mesaj|mail|form|ihbar|yazı)\\p{L}*(?:ız|iz|uz|üz|in|ın|niz|nız|i|ı)',
    'alın|kaydedil|ulaş|oluşturul|kayıt|numara|açıl|iletil|geldi|aldık|sıraya|işleme|yönlendir|kayda|alınd|işlem sırası|değerlendirmeye|tarafımıza',
  ],
  ar: [
    '(?:طلب|رسالت|بلاغ|تذكرة|شكوا|استفسار|بريد)\\p{L}*',
    '(?:تم|جرى) (?:تسجيل|استلام|إنشاء|فتح|استقبال)|بنجاح|برقم|رقم التذكرة|تحت (?:ال)?رقم|وصل|استلمنا|تلقينا|بنجاح',
  ],
  fa: [
    '(?:درخواست|تیکت|پیام|گزارش|شکایت|ایمیل)',
    'ثبت|دریافت|ایجاد|شماره (?:پیگیری|تیکت)|با موفقیت|رسید|گرفت|قرار گرفت',
  ],
  he: [
    '(?:פניית|פנייה|הודעת|בקשת|קריאה|דיווח)\\p{L}*',
    'התקבל|נקלט|נרשמ|נפתח|מספר (?:ה)?(?:פנייה|קריאה)|הגיע|קיבלנו|מספר',
  ],
  hi: [
    '(?:आपका|आपकी|आपके) (?:अनुरोध|संदेश|शिकायत|ईमेल|टिकट|रिपोर्ट)|(?:आपका|आपकी|आपके|आपने) .{0,20}(?:पत्र|सूचना|निवेदन|मेल|शिकायत|संदेश)',
    'प्राप्त|दर्ज|मिल|पंजीकृत|टिकट (?:संख्या|नंबर)|पहुँच|पहुंच|संख्या|मिल|प्राप्त|भेज दिया|दर्ज',
  ],
  bn: [
    '(?:আপনার) (?:অনুরোধ|বার্তা|অভিযোগ|ইমেল|ইমেইল|টিকিট|রিপোর্ট)\\p{L}*',
    'পেয়েছি|গৃহীত|নথিভুক্ত|নিবন্ধিত|গ্রহণ|টিকিট নম্বর|পৌঁছ|নম্বর',
  ],
  ta: ['(?:உங்கள்|தங்கள்) (?:கோரிக்கை|செய்தி|புகார்|மின்னஞ்சல்|டிக்கெட்)\\p{L}*', 'பெற|பதிவு|கிடைத்|எண்|வந்த'],
  id: [
    '(?:laporan|permintaan|pesan|email|tiket|keluhan|pengaduan) ?(?:anda|bapak|ibu)?',
    'kami terima|diterima|dibuat|terdaftar|tercatat|nomor tiket|dicatat|teregistrasi|masuk|nomor|sudah kami|antre',
  ],
  ms: [
    '(?:laporan|permintaan|permohonan|mesej|e-?mel|tiket|aduan) (?:anda|tuan|puan)',
    'kami terima|diterima|dibuat|didaftarkan|direkodkan|nombor|sampai|bernombor',
  ],
  vi: [
    '(?:yêu cầu|phiếu|ticket|thư|email|phản ánh|khiếu nại|báo cáo)',
    'tiếp nhận|ghi nhận|đã nhận|mã (?:yêu cầu|số|phiếu|hỗ trợ)|được tạo|mã số|đã đến|số phiếu',
  ],
  th: ['(?:เรื่อง|ข้อความ|คำร้อง|คำขอ|อีเมล|ตั๋ว)(?:ของ)?(?:ท่าน|คุณ)?', 'ได้รับ|ลงทะเบียน|หมายเลข|บันทึก|ถูกสร้าง|เลขที่|รับเรื่อง|รับแจ้ง'],
  'zh-Hans': [
    '您(?:的)?(?:请求|工单|邮件|举报|投诉|来信|问题|反馈)|工单(?:编)?号|案件编号|受理编号',
    '收到|受理|登记|创建|编号|提交成功|尽快|进入|排队|审核|转交',
  ],
  'zh-Hant': [
    '您(?:的)?(?:請求|工單|郵件|檢舉|投訴|來信|問題|回饋|案件)|案件編號|受理編號',
    '收到|受理|登記|建立|編號|提交成功|儘快|盡快|進入|排隊|審核|轉交|專人',
  ],
  ja: [
    'お申し出|申告|申請|お問い?合わ?せ|ご連絡|ご報告|ご通報|ご依頼|メール',
    '受け?付け?|受領|受信(?:いた|しま)|承り|受付番号|(?:追って|改めて|順次).{0,10}(?:ご)?(?:連絡|回答|返信)|届|お預かり|受け取',
  ],
  ko: [
    '문의|신고|요청|메일|접수',
    '접수되|접수 ?번호|등록되었|받았|수신되|이관|빠른 시일|확인 ?후 (?:답변|회신|연락)|접수|전달되었',
  ],
  ca: [
    '(?:sol·licitud|petició|incidència|missatge|consulta)',
    'rebut|rebuda|registrad|cread|obert|número|rebem|arribat|amb el número',
  ],
}

/** Thanks for having written: persons and programs begin with them, whatever they name as the subject of the report. */
export const thanks: Wordings = {
  en: String.raw`\b(?:thanks?|thank you|cheers|appreciate) `,
  de: 'dank(?:e|en)?(?!\\p{L})',
  fr: 'merci|remerci',
  es: 'gracias|agradec',
  pt: 'obrigad|agradec',
  it: 'grazie|ringrazi',
  nl: 'bedankt|dank (?:u|je|voor)|hartelijk dank',
  scandinavian: 'tack(?!\\p{L})|takk(?!\\p{L})|(?<!\\p{L})tak(?!\\p{L})',
  fi: 'kiito',
  baltic: 'täname|aitäh|paldies|pateic|dėkoj|ačiū',
  pl: 'dziękuj',
  czechoslovak: 'děkuj|ďakuj',
  south: 'hvala|zahvalj|хвала|захваљ',
  sq: 'faleminderit',
  hu: 'köszön',
  ro: 'mulțum',
  cyrillic: 'благодар|спасибо|дяку|дзяку',
  el: 'ευχαριστ',
  tr: 'teşekkür',
  az: 'təşəkkür',
  ar: 'شكر',
  fa: 'متشکر|سپاس|تشکر|ممنون',
  he: 'תודה',
  indian: 'धन्यवाद|ধন্যবাদ|நன்றி|ధన్యవాద|आभार',
  id: 'terima kasih',
  fil: 'salamat',
  vi: 'cảm ơn|cám ơn',
  th: 'ขอบคุณ',
  han: '感谢|感謝|谢谢|謝謝|多謝|ありがとう|感謝|감사',
}

/** Who receives reports. */
export const desks: Wordings = {
  en: String.raw`\b(?:team|(?:help)?desk|department|dept|staff|queue|section|unit|specialists?|colleagues?)\b`,
  de: 'team|abteilung|kolleg|fachbereich|stelle(?!\\p{L})|mitarbeiter',
  romance:
    'équipe|service|département|equipo|departamento|área|agente|equipa|equipe|setor|ufficio|reparto|operatore|addett|servei|echip|departament',
  nl: 'team|afdeling|collega|medewerker',
  nordic: 'avdelning|avdeling|afdeling|team|medarbet|medarbeid|osasto|tiimi',
  slavic: 'dział|zesp[oó]ł|konsultant|oddělen|oddelen|tým|tím|odjel|odel|tim(?!\\p{L})|služb',
  cyrillic: 'отдел|служб|специалист|сотрудник|відділ|фахів|тим(?!\\p{L})|екип',
  hu: 'osztály|csapat|munkatárs|ügyintéz',
  el: 'τμήμα|ομάδα',
  tr: 'ekib|ekip|birim|departman',
  arabic: 'فريق|قسم|الجهة|تیم|بخش|واحد|کارشناس',
  he: 'צוות|מחלק|נציג',
  id: 'tim(?!\\p{L})|bagian|pasukan|jabatan|unit',
  vi: 'bộ phận|phòng ban|đội ngũ',
  th: 'ฝ่าย|ทีม|แผนก|เจ้าหน้าที่',
  han: '部门|部門|团队|團隊|专员|專員|专人|專人|同事|担当|部署|담당|부서|팀',
}

/** That something was received or recorded, by nobody: programs say it so, persons say who received it. */
export const impersonalReceipts: Wordings = {
  en: String.raw`(?:has|have) (?:now )?been (?:\w+ )?(?:received|registered|logged|recorded|created|opened|submitted)|was (?:successfully )?(?:received|registered|logged|recorded|created|opened|submitted)`,
  de: '(?:ist|sind|wurden?) .{0,40}(?:eingegangen|eingetroffen|registriert|erfasst|empfangen|angelegt)',
  fr: 'a (?:bien )?été (?:reçu|enregistr|transmis|créé)|est bien parvenu',
  es: 'ha (?:sido|quedado) (?:recib|registr|cread)|se ha (?:recibido|registrado|creado)|fue (?:recibid|registrad)',
  pt: 'foi (?:recebid|registrad|registad|criad)',
  it: 'è stat[ao] (?:ricevut|registrat|pres[ao] in carico|inoltrat|creat)',
  nl: 'is (?:\\p{L}+ ){0,4}(?:ontvangen|geregistreerd|aangemaakt)',
  pl: 'został[ao]? (?:przyjęt|zarejestrowan|utworzon)',
  tr: '(?:alınmış|kaydedilmiş|oluşturulmuş|ulaşmış)tır',
  ru: '(?:принят|зарегистрирован|получен|создан)[ао]?(?!\\p{L})',
}
