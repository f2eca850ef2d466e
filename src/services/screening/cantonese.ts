/**
 * Signs of names of persons in Cantonese, spelled as identity cards of Hong Kong print them (the romanization of Hong Kong's
 * government, after Eitel's dictionary of 1877). The table has the signs that are frequent in names of its people, in
 * traditional and simplified form; a name with another sign has no reading here.
 */

/** Each row is a spelling, for some surnames a second one after a bar, and the signs. */
const rows = `
a 阿亞亚
au 區区歐欧
chai 齊齐柴
chak 澤泽翟
cham 湛
chan 陳陈燦灿璨贊赞真珍
chau 洲秋舟就
chau|chow 周鄒邹
che 車车
cheng 鄭郑
cheuk 卓焯綽
cheung 張张章蔣蒋祥翔璋彰昌暢畅長长
chi 志智之芝枝知治致池稚熾遲迟
chim 詹
chin 錢钱展
ching 程青清晴菁靜静貞贞澄精晶正政靖征婧禎祯
chit 哲捷節节
chiu 趙赵超照昭朝釗钊潮焦
cho 祚
choi 彩才財财采再
choi|tsoi 蔡
chong 莊庄創创
chor 楚
chu 朱諸诸珠柱
chuen 全泉存川傳传銓铨尊
chui 璀
chuk 祝竺竹
chun 俊駿骏春晉晋進进振津秦臻鎮镇峻浚雋
chung 鍾钟鐘仲忠宗聰聪松頌颂中淙琮
fa 花
fai 輝辉暉晖費费煇
fan 范樊凡帆勳勋勛
fat 發发法
fei 飛飞菲霏斐
fo 科
fok 霍
fong 方芳房
fu 傅符富夫芙虎賦赋
fuk 福馥
fun 寬宽歡欢芬
fung 馮冯鳳凤鋒锋峰豐丰逢峯楓枫
ha 夏霞
hak 克
ham 含
han 嫻娴
hang 恒恆杏行亨衡幸鏗铿
hau 侯厚孝
hei 喜熙希曦禧熹羲
heung 向香響响
him 謙谦
hin 軒轩憲宪顯显衍獻献
hing 興兴慶庆卿馨
hip 協协
hiu 曉晓
ho 何豪浩好賀贺皓昊灝可河荷顥
hoi 海凱凯開开
hok 學学鶴鹤
hon 韓韩漢汉瀚翰寒
hong 康航杭
hop 合
huen 萱
hui 許许煦
hung 洪孔雄紅红虹鴻鸿熊
ka 家嘉加賈贾
kai 啟启佳繼继楷偕
kak 格
kam 金甘錦锦鑑鉴琴
kan 簡简勤根芹謹谨靳
kang 庚
kat 吉
kau 球久
kei 紀纪基奇琪祺其淇麒旗琦祁祈岐崎錡騏骐
keung 強强姜
kim 儉俭
kin 健建堅坚乾鍵
king 敬景瓊琼經经擎京競勁劲
kit 傑杰潔洁
kiu 嬌娇橋桥喬乔
ko 高歌
kong 江剛刚鋼钢
kot 葛
ku|koo 古顧顾
kuen 娟權权鵑鹃
kui 駒居渠
kuk 谷菊
kun 冠
kung 龔龚恭公功宮宫
kwai 桂貴贵葵
kwan 關关鈞钧坤君均筠群軍军昆琨
kwok 郭國国
kwong 鄺邝光廣广
lai 黎賴赖麗丽禮礼勵励
lam 林藍蓝琳霖嵐岚臨临
lan 蘭兰
lang 冷
lap 立
lau 劉刘柳樓楼婁娄
law|lo 羅罗
lee 李利莉理俐里
leung 梁亮良樑涼凉
lik 力
lim 廉濂
lin 連连蓮莲練练
ling 凌靈灵玲鈴齡領嶺岭翎伶苓
lit 烈
liu 廖
lo 盧卢勞劳路露魯鲁璐
loi 來来萊莱
lok 樂乐駱骆洛
long 朗郎
luen 聯联
lui 呂吕雷蕾磊
luk 陸陆祿禄
lun 倫伦麟輪轮
lung 龍龙隆瓏珑
ma 馬马瑪玛
mak 麥麦
man 文民敏雯萬万曼汶蔓珉
mang 孟
mau 茂茅
mei 美媚薇
min 勉
ming 明銘铭鳴鸣
miu 妙苗淼
mo 毛武慕巫
mok 莫
mui 梅
muk 穆
mun 滿满
mung 蒙夢梦
na 娜那
nai 乃
nam 南楠
nang 能
nei 妮
ng 吳吴伍
nga 雅
ngai 魏倪藝艺毅艾巍
ngam 岩
ngan 顏颜銀雁
ngau 牛
ngo 敖娥
ngok 岳
nim 念
nin 年
ning 寧宁
nip 聶聂
nok 諾诺
nui 女
oi 愛爱靄霭
on 安
or|o 柯
pak 白柏伯百
pan 彬斌賓宾品濱滨
pang 彭鵬鹏朋
pat 畢毕
pau 鮑鲍包
pik 碧
pin 翩
ping 平萍炳兵秉屏冰
piu 標彪飄飘
po 寶宝葆波保步普甫蒲
pok 樸朴
pong 龐庞邦
poon 本
poon|pun 潘
pui 佩培貝贝沛蓓裴霈
sai 世西
sam 三
san 辛新晨臣申
sang 生
sau 秀壽寿修守
sha 沙莎
shan 珊山姍
shek 石碩硕
sheung 尚常雙双湘嫦裳霜
shi 仕士
shing 成誠诚勝胜盛城承聖圣晟
shiu 紹绍韶
shiu|siu 邵
shu 樹树書书舒紓
shui 水瑞
shuk 淑
shum|sham 岑沈
shun 信順顺舜純淳纯
sim 嬋婵
sin 冼單单善倩先仙茜蒨
sing 星升聲声
sit 薛
siu 小少兆笑
siu|shiu 蕭萧
so 蘇苏素甦
song 桑
suen 孫孙宣璇
suet 雪
sum 心深琛森沁芯
sun 燊
sung 宋崇
sze 施史斯思司詩诗師
tai 戴大泰太娣帶带弟
tak 德得
tam 譚谭談覃
tan 丹
tang 鄧邓騰腾登滕
tat 達达
tik 迪廸狄笛
tim 添
tin 田天
ting 丁廷婷定庭霆亭挺
tip 蝶
tit 鐵铁
tiu 刁
to 杜陶濤涛桃道徒滔韜韬
toi 代邰黛
tong 唐湯汤棠堂
tsang 曾增
tse 謝谢
tso 曹祖左
tsui 翠
tsui|chui 徐崔
tsz 子梓芷紫慈
tuen 段端
tung 董東东通桐同彤童棟栋冬佟
wa 華华樺桦驊骅
wai 偉伟衛卫惠慧威韋韦維维蔚煒炜蕙瑋玮懷怀緯纬
wan 溫温尹雲云韻韵允芸運运環环
wang 宏弘泓
wat 屈
wing 永榮荣詠咏穎颖泳嶸
wo 和
wong 黃黄王汪旺煌皇
woon 煥焕
wu|woo 胡鄔邬
yam 任欽鑫音蔭荫歆
yan 恩欣茵因仁人甄殷忻昕印胤
yat 一日溢逸
yau 邱丘游尤有友佑祐
yee 儀仪怡兒儿宜綺绮義义意依伊爾頤懿尔苡
yeuk 躍跃
yeung 楊杨陽阳揚扬洋
yik 易奕益翼億亿
yim 嚴严炎閻焰琰艷艳阎
yin 賢贤妍然彥彦燕言研嫣延諺谚
ying 英盈瑩莹應应迎瑛映凝鷹鹰縈荧
yip 業业燁烨
yip|ip 葉叶
yiu 姚耀瑤瑶堯尧曜燿
yu 宇如茹瑜裕雨愉禹儒豫予汝虞譽誉
yu|yue 余于俞
yuen 袁阮源遠远圓媛婉宛元原炫苑園园淵渊
yuet 月悅悦越玥粵粤
yui 銳锐蕊睿芮
yuk 玉育旭毓煜鈺郁
yun 潤润
yung 容翁雍蓉勇榕湧
`

/** How a sign is spelled, and another spelling of it that is as usual for a surname. */
interface Spelling {
  readonly usual: string
  readonly other: string
}

const spellings: ReadonlyMap<string, Spelling> = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [spelled = "", signs = ""] = row.split(" ")
      const [usual = "", other = usual] = spelled.split("|")
      return Array.from(signs, (sign) => [sign, { usual, other }] as const)
    })
)

/** Signs in Latin letters as one word, by one of their spellings; nothing when one of them is not in the table. */
export const inCantonese = (signs: string, which: keyof Spelling): string | undefined => {
  const syllables = Array.from(signs, (sign) => spellings.get(sign)?.[which])
  return syllables.includes(undefined) ? undefined : syllables.join("")
}
